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
        keyword("^(?:(?:extend|replace)[ \\t]+(?:deck|dice|house|kind|ladder|one|period|plan|procedure|rule|scale|system|table)" + end + "|(?:add(?:[ \\t]+(?:after|ask|before|choose|cut|decide|draw|each|for|let|needs|note|pay|resolve|roll|run|set|shuffle|signal|step|stop|sum)\\b)*|cast|choose(?:[ \\t]+(?:many|optional|yes/no)\\b)*|deck(?:[ \\t]+(?:cards|judged)\\b)*|dice(?:[ \\t]+(?:judged|many|optional|yes/no)\\b)*|expect(?:[ \\t]+(?:automatic|deliberate|dice|odds|random|refused)\\b)*|extend(?:[ \\t]+(?:add|after|ask|before|choose|cut|decide|draw|each|for|kind|ladder|let|needs|note|one|pay|period|plan|resolve|roll|run|scale|set|shuffle|signal|step|stop|sum|table)\\b)*|flag|hidden|house(?:[ \\t]+(?:pack)\\b)*|kind|ladder(?:[ \\t]+(?:first|rolls)\\b)*|mode|modifier|modifiers(?:[ \\t]+(?:bonus|penalty|signed)\\b)*|note|one|pay|period|plan|procedure|remove(?:[ \\t]+(?:add|ask|choose|cut|decide|draw|each|for|let|needs|note|pay|resolve|roll|run|set|shuffle|signal|step|stop|sum)\\b)*|repeat|replace(?:[ \\t]+(?:add|ask|cards|choose|cut|decide|deck|dice|draw|each|field|first|for|judged|kind|ladder|let|many|needs|note|one|optional|pay|period|plan|procedure|resolve|roll|rolls|rule|run|scale|set|shuffle|signal|step|stop|sum|table|yes/no)\\b)*|resolve|reveal|roll|rule(?:[ \\t]+(?:many|optional|yes/no)\\b)*|scale(?:[ \\t]+(?:first)\\b)*|secret|set|signal|system|table(?:[ \\t]+(?:many|optional|yes/no)\\b)*|tally(?:[ \\t]+(?:many|optional|yes/no)\\b)*|turns|use(?:[ \\t]+(?:house|pack|sheet)\\b)*)" + heads + ")"),
        keyword("(?<=(?:^|[{}])[ \\t]*)(?:add(?:[ \\t]+(?:after|ask|before|choose|cut|decide|draw|each|for|let|needs|note|pay|resolve|roll|run|set|shuffle|signal|step|stop|sum)\\b)*|after|ask(?:[ \\t]+(?:many|optional|secret|yes/no)\\b)*|before|choose(?:[ \\t]+(?:many|optional|yes/no)\\b)*|cut|decide(?:[ \\t]+(?:many|optional|yes/no)\\b)*|draw|for(?:[ \\t]+(?:each)\\b)*|hidden|let(?:[ \\t]+(?:many|optional|yes/no)\\b)*|needs(?:[ \\t]+(?:many|optional|yes/no)\\b)*|note|pay|resolve|reveal|roll|run|secret|set|shuffle|signal|step|stop|sum|add(?:[ \\t]+(?:after|ask|before|choose|cut|decide|draw|each|for|let|needs|note|pay|resolve|roll|run|set|shuffle|signal|step|stop|sum)\\b)*|cast|choose(?:[ \\t]+(?:many|optional|yes/no)\\b)*|flag|hidden|mode|modifier|note|pay|repeat|resolve|reveal|roll|secret|set|signal|tally(?:[ \\t]+(?:many|optional|yes/no)\\b)*|turns|budget|further|group|item|most|needs(?:[ \\t]+(?:many|optional|yes/no)\\b)*|slots|upfront)" + heads),
        keyword(before + "(?:and|by|choosing|div|down|else|extends|from|if|is|known|knows|mod|not|or|then|through|to|towards|until|up|versus|with|given|otherwise)" + end),
        keyword("(?<=:[ \\t]*(?:(?:many|optional)[ \\t]+)*)(?:many|optional|yes/no)" + end),
        keyword("(?<=,[ \\t])(?:highest[ \\t]+first|judged|rolls)" + end + "|(?<=\\d[ \\t])(?:cards|of)" + end),
        keyword(before + "(?:(?:highest|lowest)(?=[ \\t]*[\\d(])|in(?=[ \\t]+[^\\s,)]+[^{}#\"\\n]*[:{]))"),
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
