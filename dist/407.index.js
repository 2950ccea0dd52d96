export const id = 407;
export const ids = [407];
export const modules = {

/***/ 343:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   w: () => (/* binding */ leavesOf)
/* harmony export */ });
/* harmony import */ var _lezer_markdown__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4044);

/** What cmark-gfm, GitHub's own renderer, allows for lists; here for all that nests, on one line or many. */
const MAX_DEPTH = 100;
/**
 * Finds the blocks of a document that hold text. Block structure is @lezer/markdown's (CommonMark, and GFM's tables);
 * what stands inside a block is left to `inline.ts`, for the parser's own inline pass takes `[a [b]](c)` for no link and
 * needs hours for a mebibyte of `<a:`. See docs/decisions/markdown-parser.md.
 */
function leavesOf(text) {
    // The parser knows `\n` alone; with `\r` at its end no line is blank to it. Offsets stay as they are.
    const source = text.replace(/\r\n?/g, (end) => (end === '\r' ? '\n' : ' \n'));
    const found = [];
    const quoteMarks = [];
    blockParser.parse(source).iterate({
        enter(visited) {
            const { name, from, to } = visited;
            if (name === 'QuoteMark')
                quoteMarks.push(from);
            const kind = KINDS[name];
            if (kind === undefined)
                return;
            const level = kind === 'heading' ? Number(name.at(-1)) : 0;
            const end = name.startsWith('Setext') ? source.lastIndexOf('\n', to - 1) : to;
            found.push({ kind, level, top: visited.node.parent?.name === 'Document', from, to: end });
        }
    });
    const masked = blankAt(source, quoteMarks);
    return found.map(({ to, ...leaf }) => ({ ...leaf, text: masked.slice(leaf.from, to) }));
}
const KINDS = {
    Paragraph: 'paragraph',
    ATXHeading1: 'heading',
    ATXHeading2: 'heading',
    ATXHeading3: 'heading',
    ATXHeading4: 'heading',
    ATXHeading5: 'heading',
    ATXHeading6: 'heading',
    SetextHeading1: 'heading',
    SetextHeading2: 'heading',
    TableCell: 'cell',
    HTMLBlock: 'html',
    CommentBlock: 'html'
};
function blankAt(text, offsets) {
    if (offsets.length === 0)
        return text;
    let from = 0;
    const pieces = offsets.map((offset) => {
        const piece = text.slice(from, offset);
        from = offset + 1;
        return piece;
    });
    return `${pieces.join(' ')} ${text.slice(from)}`;
}
/** Every container costs each of its lines a look: what is nested deeper is passed over, line by line. */
const depthLimit = {
    name: 'DepthLimit',
    before: 'IndentedCode',
    parse(context) {
        if (context.depth <= MAX_DEPTH)
            return false;
        context.nextLine();
        return true;
    }
};
/** The pattern for a table's second line takes quadratic time over blanks, so it is not shown lines that begin with many. */
const tables = (_lezer_markdown__WEBPACK_IMPORTED_MODULE_0__/* .Table */ .XI.parseBlock ?? []).map((table) => ({
    ...table,
    endLeaf: (context, line, leaf) => !/^[>\s]{100}/.test(context.peekLine()) && (table.endLeaf?.(context, line, leaf) ?? false)
}));
const blocksOnly = {
    // Definitions open paragraphs; `inline.ts` reads them there, once, where the parser would start again at every line.
    remove: ['LinkReference'],
    parseBlock: [depthLimit],
    parseInline: [{ name: 'Skip', before: 'Escape', parse: (context) => context.end }]
};
const blockParser = _lezer_markdown__WEBPACK_IMPORTED_MODULE_0__/* .parser */ .K3.configure([{ ..._lezer_markdown__WEBPACK_IMPORTED_MODULE_0__/* .Table */ .XI, parseBlock: tables }, blocksOnly]);


/***/ }),

/***/ 6728:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  k: () => (/* binding */ definitionsIn),
  N: () => (/* binding */ destinationsOf)
});

// EXTERNAL MODULE: ./src/runbooks/blocks.ts
var blocks = __webpack_require__(343);
;// CONCATENATED MODULE: ./src/runbooks/html.ts
const DESTINATIONS = {
    a: { attribute: 'href', image: false },
    img: { attribute: 'src', image: true }
};
/** What stands in these is not markup. */
const RAW_TEXT = new Set(['script', 'style', 'textarea', 'title', 'xmp']);
/**
 * The values of `<a href>` and `<img src>` in a piece of HTML, read as HTML's tokenizer does: it never goes back, so that
 * a tag without an end costs no more than one with. `srcset` and other elements are left as they are.
 */
function htmlDestinations(text, start = 0, end = text.length) {
    const found = [];
    const html = end === text.length ? text : text.slice(0, end);
    const opening = /<(?:!--|[!?]|\/?([a-z][^\s/>]*))/gi;
    opening.lastIndex = start;
    for (let tag = opening.exec(html); tag !== null; tag = opening.exec(html)) {
        const name = tag[1]?.toLowerCase();
        if (name === undefined) {
            const close = tag[0] === '<!--' ? '-->' : '>';
            const at = html.indexOf(close, tag.index + 2);
            if (at === -1)
                return found;
            opening.lastIndex = at + close.length;
            continue;
        }
        const isOpen = tag[0][1] !== '/';
        const wanted = isOpen ? DESTINATIONS[name] : undefined;
        const { end: tagEnd, value } = readAttributes(html, opening.lastIndex, wanted?.attribute);
        if (wanted !== undefined && value !== undefined)
            found.push({ ...value, image: wanted.image });
        opening.lastIndex = tagEnd;
        if (isOpen && RAW_TEXT.has(name)) {
            const closing = new RegExp(`</${name}`, 'gi');
            closing.lastIndex = tagEnd;
            const close = closing.exec(html);
            if (close === null)
                return found;
            opening.lastIndex = close.index;
        }
    }
    return found;
}
/** The end of a tag's attributes, and the value of the first one that is called `wanted`. */
function readAttributes(html, start, wanted) {
    const attribute = /[\s/]*([^\s/>=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>][^\s>]*))?/y;
    let value;
    let end = start;
    attribute.lastIndex = start;
    for (let found = attribute.exec(html); found !== null; found = attribute.exec(html)) {
        end = attribute.lastIndex;
        const [, name = '', written] = found;
        if (value !== undefined || written === undefined || name.toLowerCase() !== wanted)
            continue;
        const quotes = written.startsWith('"') || written.startsWith("'") ? 1 : 0;
        value = { from: end - written.length + quotes, to: end - quotes };
    }
    return value === undefined ? { end } : { end, value };
}

// EXTERNAL MODULE: ./src/runbooks/inline.ts
var inline = __webpack_require__(828);
;// CONCATENATED MODULE: ./src/runbooks/destinations.ts



/**
 * Every destination in a Markdown text, in its order: of inline links and images, of definitions, of `<a href>` and
 * `<img src>`. A definition is an image's where an image refers to it.
 */
function destinationsOf(text) {
    const leaves = (0,blocks/* leavesOf */.w)(text);
    const defined = definitionsIn(leaves);
    const isDefined = (label) => defined.labels.has(label);
    const found = [];
    const imageLabels = new Set();
    for (const leaf of leaves) {
        const place = ({ from, to }) => ({ from: leaf.from + from, to: leaf.from + to });
        if (leaf.kind === 'html') {
            for (const { image, ...span } of htmlDestinations(leaf.text))
                found.push({ ...place(span), image, syntax: 'html' });
            continue;
        }
        if (!/[\]<]/.test(leaf.text))
            continue;
        const { links, tags } = (0,inline/* scanInline */.x)(leaf.text, defined.ends.get(leaf) ?? 0, isDefined);
        for (const { image, destination, label } of links) {
            if (destination !== undefined)
                found.push({ ...place(destination), image, syntax: 'markdown' });
            if (image && label !== undefined)
                imageLabels.add(label);
        }
        for (const { from, to } of tags) {
            const inside = htmlDestinations(leaf.text, from, to);
            for (const { image, ...span } of inside)
                found.push({ ...place(span), image, syntax: 'html' });
        }
    }
    for (const { label, destination } of defined.all) {
        found.push({ ...destination, image: imageLabels.has(label), syntax: 'markdown' });
    }
    return found.sort((one, other) => one.from - other.from);
}
/** The definitions of a document, with their places in it, and where they end in the leaves that they open. */
function definitionsIn(leaves) {
    const all = [];
    const ends = new Map();
    for (const leaf of leaves) {
        if (!leaf.text.startsWith('[') || (leaf.kind !== 'paragraph' && leaf.kind !== 'heading'))
            continue;
        const { definitions, end } = (0,inline/* readDefinitions */.T)(leaf.text);
        if (end > 0)
            ends.set(leaf, end);
        for (const { label, destination } of definitions) {
            all.push({ label, destination: { from: leaf.from + destination.from, to: leaf.from + destination.to } });
        }
    }
    return { all, labels: new Set(all.map(({ label }) => label)), ends };
}


/***/ }),

/***/ 3407:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   parseFirstHeading: () => (/* binding */ parseFirstHeading)
/* harmony export */ });
/* unused harmony export plainText */
/* harmony import */ var _lezer_markdown__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4044);
/* harmony import */ var entities__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1161);
/* harmony import */ var _blocks_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(343);
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


/***/ }),

/***/ 828:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   T: () => (/* binding */ readDefinitions),
/* harmony export */   x: () => (/* binding */ scanInline)
/* harmony export */ });
/**
 * The link reference definitions at the beginning of a paragraph (CommonMark 4.7), and where they end. Footnotes, which
 * look like them, are text.
 */
function readDefinitions(text) {
    const definitions = [];
    let end = 0;
    for (;;) {
        const definition = readDefinition(text, end);
        if (definition === undefined)
            return { definitions, end };
        definitions.push(definition);
        end = definition.end;
    }
}
function readDefinition(text, start) {
    const from = match(/[ \t]*(?=\[)/y, text, start);
    const labelEnd = from === undefined ? undefined : match(LABEL, text, from);
    if (from === undefined || labelEnd === undefined || text[labelEnd] !== ':')
        return undefined;
    const label = normalize(text.slice(from + 1, labelEnd - 1));
    if (label === '' || label.startsWith('^'))
        return undefined;
    const destination = readDestination(text, gapEnd(text, labelEnd + 1));
    if (destination === undefined)
        return undefined;
    const title = readTitle(text, destination.end);
    const end = (title === undefined ? undefined : match(LINE_END, text, title)) ?? match(LINE_END, text, destination.end);
    return end === undefined ? undefined : { label, destination: destination.span, end };
}
/**
 * Finds the links, images and HTML tags in the text of one block as CommonMark 6 does: backslashes, code spans, tags and
 * autolinks first, then brackets, from the inside out. Emphasis is left out, for it decides about none of them. Whatever
 * the text, it is looked at a bounded number of times.
 *
 * @param isDefined whether the document defines a (normalized) label
 */
function scanInline(text, start, isDefined) {
    const links = [];
    const tags = [];
    const openers = [];
    /** Links do not nest: below this height no opener that is not an image's opens one. */
    let inactive = 0;
    const codeEnd = codeSpans(text);
    const angleEnd = angleBrackets(text);
    let escapedTo = -1;
    const special = /[\\`<[\]]/g;
    special.lastIndex = start;
    for (let found = special.exec(text); found !== null; found = special.exec(text)) {
        const at = found.index;
        switch (found[0]) {
            case '\\':
                if (isPunctuation(text.charCodeAt(at + 1)))
                    special.lastIndex = escapedTo = at + 2;
                break;
            case '`':
                special.lastIndex = codeEnd(at);
                break;
            case '<': {
                const { end, tag } = angleEnd(at);
                if (tag)
                    tags.push({ from: at, to: end });
                special.lastIndex = end;
                break;
            }
            case '[': {
                const last = openers.at(-1);
                if (last !== undefined)
                    last.nested = true;
                openers.push({ at, image: text[at - 1] === '!' && escapedTo !== at, nested: false });
                break;
            }
            case ']': {
                const opener = openers.pop();
                if (opener === undefined)
                    break;
                const live = opener.image || openers.length >= inactive;
                inactive = Math.min(inactive, openers.length);
                if (!live)
                    break;
                const target = readInlineTarget(text, at + 1) ?? readReference(text, opener, at, isDefined);
                if (target === undefined)
                    break;
                const { end, ...rest } = target;
                const open = { from: opener.at - (opener.image ? 1 : 0), to: opener.at + 1 };
                links.push({ image: opener.image, open, close: { from: at, to: end }, ...rest });
                special.lastIndex = end;
                if (!opener.image)
                    inactive = openers.length;
                break;
            }
        }
    }
    return { links, tags };
}
/** `(destination "title")`, both optional. */
function readInlineTarget(text, at) {
    if (text[at] !== '(')
        return undefined;
    const from = gapEnd(text, at + 1);
    const destination = readDestination(text, from);
    const afterDestination = destination?.end ?? from;
    const title = destination === undefined ? undefined : readTitle(text, afterDestination);
    const end = match(/[ \t]*\n?[ \t]*\)/y, text, title ?? afterDestination);
    if (end === undefined)
        return undefined;
    return destination === undefined ? { end } : { end, destination: destination.span };
}
/** `[label]`, `[]` or nothing behind a text in brackets. */
function readReference(text, opener, at, isDefined) {
    const end = text[at + 1] === '[' ? match(LABEL, text, at + 1) : undefined;
    const own = end === undefined || end === at + 3;
    if (own && (opener.nested || at - opener.at > 1000))
        return undefined;
    const label = normalize(own ? text.slice(opener.at + 1, at) : text.slice(at + 2, end - 1));
    return label !== '' && isDefined(label) ? { end: end ?? at + 1, label } : undefined;
}
/** `span` is the destination itself, `end` what follows it and its angle brackets. */
function readDestination(text, at) {
    if (text[at] === '<') {
        const end = match(/<[^<>\\\n]*(?:\\[^\n][^<>\\\n]*)*>/y, text, at);
        return end === undefined ? undefined : { span: { from: at + 1, to: end - 1 }, end };
    }
    let depth = 0;
    let end = at;
    for (; end < text.length; end++) {
        const code = text.charCodeAt(end);
        if (code <= 0x20 || code === 0x7f)
            break;
        if (code === 0x5c && isPunctuation(text.charCodeAt(end + 1)))
            end++;
        // cmark's limit; without one, `[a](` over and over would be read to the end each time.
        else if (code === 0x28 && ++depth > 32)
            return undefined;
        else if (code === 0x29 && --depth < 0)
            break;
    }
    return end === at || depth > 0 ? undefined : { span: { from: at, to: end }, end };
}
/** The end of a title that is set off by white space. */
function readTitle(text, at) {
    const from = gapEnd(text, at);
    return from === at ? undefined : match(TITLE, text, from);
}
/** Blanks, with at most one line end among them. */
function gapEnd(text, at) {
    return match(/[ \t]*\n?[ \t]*/y, text, at) ?? at;
}
const LINE_END = /[ \t]*(?:\n|$)/y;
const LABEL = /\[(?:[^\\[\]]|\\[^]){0,999}\]/y;
const TITLE = /"[^"\\]*(?:\\[^][^"\\]*)*"|'[^'\\]*(?:\\[^][^'\\]*)*'|\([^()\\]*(?:\\[^][^()\\]*)*\)/y;
function normalize(label) {
    return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();
}
/** Finds the end of what a run of backticks opens: a code span, or the run alone. Every run is looked at once. */
function codeSpans(text) {
    const lastRun = new Map();
    let complete = false;
    return (at) => {
        const run = /`+/g;
        run.lastIndex = at;
        const size = run.exec(text)?.[0].length ?? 1;
        if (complete && (lastRun.get(size) ?? -1) <= at)
            return at + size;
        for (let next = run.exec(text); next !== null; next = run.exec(text)) {
            lastRun.set(next[0].length, next.index);
            if (next[0].length === size)
                return run.lastIndex;
        }
        complete = true;
        return at + size;
    };
}
const OPEN_TAG = /<[a-z][a-z\d-]*(?:[ \t\n]+[a-z_:][\w.:-]*(?:[ \t\n]*=[ \t\n]*(?:[^ \t\n"'=<>`]+|'[^']*'|"[^"]*"))?)*[ \t\n]*\/?>/iy;
const CLOSING_TAG = /<\/[a-z][a-z\d-]*[ \t\n]*>/iy;
const AUTOLINK = /<(?:[a-z][a-z\d+.-]{1,31}:[^<>\p{Cc} ]*|[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d][a-z\d.-]*)>/iuy;
const EMPTY_COMMENT = /<!---?>/y;
const LONG = [
    ['<!--', '-->'],
    ['<?', '?>'],
    ['<![CDATA[', ']]>'],
    ['<!', '>']
];
/** Finds the end of what `<` opens: a tag, something that holds no destination, or nothing. */
function angleBrackets(text) {
    /** Ends that were searched for and do not come any more. */
    const absent = new Set();
    return (at) => {
        const tagEnd = match(OPEN_TAG, text, at);
        if (tagEnd !== undefined)
            return { end: tagEnd, tag: true };
        const shortEnd = match(CLOSING_TAG, text, at) ?? match(AUTOLINK, text, at) ?? match(EMPTY_COMMENT, text, at);
        if (shortEnd !== undefined)
            return { end: shortEnd, tag: false };
        for (const [open, close] of LONG) {
            if (!text.startsWith(open, at) || absent.has(close))
                continue;
            if (open === '<!' && !/[a-z]/i.test(text[at + 2] ?? ''))
                continue;
            const end = text.indexOf(close, at + open.length);
            if (end !== -1)
                return { end: end + close.length, tag: false };
            absent.add(close);
        }
        return { end: at + 1, tag: false };
    };
}
/** The end of a sticky pattern's match at `at`. */
function match(pattern, text, at) {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : undefined;
}
function isPunctuation(code) {
    return ((code >= 0x21 && code <= 0x2f) ||
        (code >= 0x3a && code <= 0x40) ||
        (code >= 0x5b && code <= 0x60) ||
        (code >= 0x7b && code <= 0x7e));
}


/***/ })

};
