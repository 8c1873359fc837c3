// Made from editors/templates/ and the keywords of grammar/assize.pest: WRITE_EDITORS=1 cargo test --test editors
// Colours of Assize for highlight.js, 10 or later. In a page of the book, which has loaded it, scripts are coloured at once.
(function () {
  "use strict";

  function assize() {
    var before = "(?<![\\w'.\\u0080-\\uffff])";
    var end = "(?![\\w'\\u0080-\\uffff])";
    var heads = end + "(?!\\s*[|:.=,)])(?:[ \\t]+(?:add|after|ask|automatic|before|bonus|cards|choose|cut|decide|deck|deliberate|dice|draw|each|field|first|for|house|judged|kind|ladder|let|many|needs|note|odds|one|optional|pay|penalty|period|plan|procedure|random|refused|resolve|roll|rolls|rule|run|scale|secret|set|sheet|shuffle|signal|signed|step|stop|sum|table|yes/no)" + end + ")*";
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
        keyword("^(?:(?:extend|replace)[ \\t]+(?:deck|dice|house|kind|ladder|one|period|plan|procedure|rule|scale|system|table)" + end + "|(?:add|cast|choose|deck|dice|expect|extend|flag|hidden|house|kind|ladder|mode|modifier|modifiers|note|one|pay|period|plan|procedure|remove|repeat|replace|resolve|reveal|roll|rule|scale|secret|set|signal|system|table|tally|turns|use)" + heads + ")"),
        keyword("(?<=(?:^|[{}])[ \\t]*)(?:add|after|ask|before|choose|cut|decide|draw|for|hidden|let|needs|note|pay|resolve|reveal|roll|run|secret|set|shuffle|signal|step|stop|sum|add|cast|choose|flag|hidden|mode|modifier|note|pay|repeat|resolve|reveal|roll|secret|set|signal|tally|turns|budget|further|group|item|most|needs|slots|upfront)" + heads),
        keyword(before + "(?:and|by|choosing|div|down|else|extends|from|if|is|known|knows|mod|not|or|then|through|to|towards|until|up|versus|with|given|otherwise)" + end),
        keyword("(?<=:[ \\t]*(?:(?:many|optional)[ \\t]+)*)(?:many|optional|yes/no)" + end),
        keyword("(?<=,[ \\t])(?:highest[ \\t]+first|rolls|judged)" + end + "|(?<=\\d[ \\t])(?:of|cards)" + end),
        keyword(before + "(?:(?:highest|lowest)(?=[ \\t]*[\\d(])|in(?=[ \\t]+[^\\s,)]+[^{}#\"\\n]*[:{]))"),
        { className: "number", begin: "(?<![\\w'])(?:\\d*d(?:\\d+" + end + "|(?=\\())|\\d+(?:\\.\\d+)?(?:%|[A-Za-z]+)?)", relevance: 0 },
      ],
    };
  }

  if (typeof module === "object" && module.exports) {
    module.exports = assize;
  } else if (typeof hljs === "object") {
    hljs.registerLanguage("assize", assize);
    document.querySelectorAll("code.language-asz, code.language-assize").forEach(function (block) {
      (hljs.highlightElement || hljs.highlightBlock)(block);
    });
  }
})();
