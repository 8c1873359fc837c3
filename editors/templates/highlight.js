// Made from editors/templates/ and the keywords of grammar/assize.pest: WRITE_EDITORS=1 cargo test --test editors
// Colours of Assize for highlight.js, 10 or later. In a page of the book, which has loaded it, scripts are coloured at once.
(function () {
  "use strict";

  function assize() {
    var before = "(?<![\\w'.\\u0080-\\uffff])";
    var end = "(?![\\w'\\u0080-\\uffff])";
    var heads = end + "(?!\\s*[|:.=,)])";
    function keyword(begin) {
      return { className: "keyword", begin: begin, relevance: 0 };
    }
    return {
      name: "Assize",
      aliases: ["asz"],
      contains: [
        { className: "comment", begin: "#", end: "$" },
        {
          className: "string",
          begin: '"',
          end: '"|$',
          contains: [{ begin: "\\\\." }, { className: "subst", begin: "\\{[^{}\"\\n]*\\}" }],
        },
        keyword("^(?:(?:@{=extend|replace})[ \\t]+(?:@{declaring})" + end + "|(?:@{file})" + heads + ")"),
        keyword("(?<=(?:^|[{}])[ \\t]*)(?:@{steps}|@{scene}|@{parts})" + heads),
        keyword(before + "(?:@{joining}|@{=given|otherwise})" + end),
        keyword("(?<=:[ \\t]*(?:(?:@{=many|optional})[ \\t]+)*)(?:@{=many|optional|yes/no})" + end),
        keyword("(?<=,[ \\t])(?:@{=highest}[ \\t]+@{=first}|@{=rolls|judged})" + end + "|(?<=\\d[ \\t])(?:@{=of|cards})" + end),
        keyword(before + "(?:(?:@{=highest|lowest})(?=[ \\t]*[\\d(])|@{=in}(?=[ \\t]+[^\\s,)]+[^{}#\"\\n]*[:{]))"),
        { className: "number", begin: "(?<![\\w'])(?:\\d*d(?:\\d+" + end + "|(?=\\())|\\d+(?:\\.\\d+)?(?:%|[A-Za-z]+)?)", relevance: 0 },
      ],
    };
  }

  if (typeof module === "object" && module.exports) {
    module.exports = assize;
  } else if (typeof hljs === "object") {
    hljs.registerLanguage("assize", assize);
    document.querySelectorAll('code[class*="language-asz"], code[class*="language-assize"]').forEach(function (block) {
      (hljs.highlightElement || hljs.highlightBlock)(block);
    });
  }
})();
