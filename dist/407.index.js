export const id = 407;
export const ids = [407];
export const modules = {

/***/ 3407:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   parseFirstHeading: () => (/* binding */ parseFirstHeading)
/* harmony export */ });
/* unused harmony export plainText */
/* harmony import */ var _lezer_markdown__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4044);
/* harmony import */ var entities__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1161);
/* harmony import */ var _blocks_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8770);
/* harmony import */ var _destinations_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6728);
/* harmony import */ var _heading_line_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8162);
/* harmony import */ var _inline_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(828);






/** Characters of a heading in which markup is looked for: emphasis takes quadratic time. */
const MAX_LENGTH = 4096;
/** `firstHeading`, for a body that takes a parser. */
function parseFirstHeading(body) {
    const leaves = (0,_blocks_js__WEBPACK_IMPORTED_MODULE_1__/* .leavesOf */ .w)(body);
    for (const { kind, level, top, text } of leaves) {
        if (kind !== 'heading' || level !== 1 || !top)
            continue;
        const isSetext = !text.startsWith('#');
        const source = isSetext ? text.slice((0,_inline_js__WEBPACK_IMPORTED_MODULE_3__/* .readDefinitions */ .T)(text).end) : (0,_heading_line_js__WEBPACK_IMPORTED_MODULE_4__/* .withoutClosing */ .E)(text.replace(/^#+/, ''));
        const isDefined = (label) => (0,_destinations_js__WEBPACK_IMPORTED_MODULE_2__/* .definitionsIn */ .k)(leaves).labels.has(label);
        const title = plainText(source.trim(), isDefined);
        if (title !== '')
            return title;
    }
    return undefined;
}
/** Inline Markdown as a reader sees it: links as their text, images as their description, no HTML, entities decoded. */
function plainText(source, isDefined) {
    if ((0,_heading_line_js__WEBPACK_IMPORTED_MODULE_4__/* .isPlain */ .$)(source) || source.length > MAX_LENGTH)
        return collapsed(source);
    const text = withoutLinks(source, isDefined);
    const cursor = inlineParser.parse(PREFIX + text).cursor();
    let plain = '';
    let at = PREFIX.length;
    do {
        const { name, from, to } = cursor;
        if (from < at)
            continue;
        const replacement = REPLACEMENTS[name];
        if (replacement === undefined)
            continue;
        const written = text.slice(from - PREFIX.length, to - PREFIX.length);
        plain += text.slice(at - PREFIX.length, from - PREFIX.length) + replacement(written);
        at = to;
    } while (cursor.next());
    return collapsed(plain + text.slice(at - PREFIX.length));
}
function collapsed(text) {
    return text.replace(/\s+/g, ' ').trim();
}
/** Takes the brackets and destinations off links and images; with none left the parser sees emphasis and the rest alone. */
function withoutLinks(source, isDefined) {
    const { links } = (0,_inline_js__WEBPACK_IMPORTED_MODULE_3__/* .scanInline */ .x)(source, 0, isDefined);
    const spans = links.flatMap(({ open, close }) => [open, close]).sort((one, other) => one.from - other.from);
    let at = 0;
    let text = '';
    for (const { from, to } of spans) {
        // What stands inside another link's destination went with it.
        if (from < at)
            continue;
        text += source.slice(at, from);
        at = to;
    }
    return text + source.slice(at);
}
/** Makes any text the content of one heading, so that nothing in it opens a block. */
const PREFIX = '# ';
const REPLACEMENTS = {
    EmphasisMark: () => '',
    StrikethroughMark: () => '',
    HTMLTag: () => '',
    Comment: () => '',
    ProcessingInstruction: () => '',
    HardBreak: () => ' ',
    Escape: (written) => written.slice(1),
    Entity: (written) => (0,entities__WEBPACK_IMPORTED_MODULE_5__/* .decodeHTMLStrict */ .hl)(written),
    Autolink: (written) => written.slice(1, -1),
    InlineCode: (written) => {
        const content = /^(`+)([^]*)\1$/.exec(written)?.[2] ?? written;
        return /^ [^]*[^ ][^]* $/.test(content) ? content.slice(1, -1) : content;
    }
};
const inlineParser = _lezer_markdown__WEBPACK_IMPORTED_MODULE_0__/* .parser */ .K3.configure([_lezer_markdown__WEBPACK_IMPORTED_MODULE_0__/* .GFM */ .Fz, { remove: ['Link', 'Image', 'LinkEnd', 'Autolink'] }]);


/***/ })

};
