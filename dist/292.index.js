export const id = 292;
export const ids = [292];
export const modules = {

/***/ 8292:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   makeAbsolute: () => (/* binding */ makeAbsolute)
/* harmony export */ });
/* harmony import */ var _destinations_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6728);
/* harmony import */ var _links_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3528);


/**
 * Makes the relative links and images of a Markdown text absolute; no byte but those of their destinations changes.
 *
 * @param path of the file, from the repository's root
 * @param firstLine the line of the file on which `markdown` begins, from 1
 */
function makeAbsolute(markdown, path, base, firstLine) {
    const targets = [];
    let linked = '';
    let at = 0;
    let line = firstLine;
    let counted = 0;
    for (const destination of (0,_destinations_js__WEBPACK_IMPORTED_MODULE_0__/* .destinationsOf */ .N)(markdown)) {
        const { from, to } = destination;
        const resolved = (0,_links_js__WEBPACK_IMPORTED_MODULE_1__/* .resolve */ .h)(markdown.slice(from, to), destination, path, base);
        if (resolved === undefined)
            continue;
        linked += markdown.slice(at, from) + resolved.url;
        at = to;
        for (let end = markdown.indexOf('\n', counted); end !== -1 && end < from; end = markdown.indexOf('\n', counted)) {
            counted = end + 1;
            line++;
        }
        if (resolved.path !== '')
            targets.push({ path: resolved.path, line });
    }
    return { linked: linked + markdown.slice(at), targets };
}


/***/ }),

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


/***/ }),

/***/ 3528:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Z: () => (/* binding */ pageOf),
/* harmony export */   h: () => (/* binding */ resolve)
/* harmony export */ });
/* harmony import */ var entities__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1161);

/**
 * Resolves a destination as it is written in the file `from`. `undefined` where it must stay: another scheme or host, an
 * anchor or query of the same page, a placeholder of a site generator, or what leaves the repository.
 */
function resolve(written, { syntax, image }, from, base) {
    const { path, tail } = split(written.trim(), syntax);
    if (path === '' || isNotOurs(path))
        return undefined;
    const segments = path.startsWith('/') ? [] : from.split('/').slice(0, -1).map(encodeName);
    for (const segment of path.split('/')) {
        const name = decodePercent(segment);
        // No name in Git has a slash; who writes `%2F` means another server's path.
        if (name.includes('/'))
            return undefined;
        if (name === '..') {
            if (segments.pop() === undefined)
                return undefined;
        }
        else if (name !== '' && name !== '.') {
            segments.push(encodeWritten(segment));
        }
    }
    // GitHub redirects `blob` to `tree` where a folder is meant; where the link itself shows it, no need to.
    const isFolder = /(?:^|\/)\.{0,2}$/.test(path);
    const view = isFolder ? 'tree' : image ? 'raw' : 'blob';
    const slash = path.endsWith('/') && segments.length > 0 ? '/' : '';
    const target = segments.join('/');
    return { url: urlOf(base, view, target) + slash + balanced(tail), path: segments.map(decodePercent).join('/') };
}
/** The page of a file on the server, at the branch. */
function pageOf(path, base) {
    return urlOf(base, 'blob', path.split('/').map(encodeName).join('/'));
}
function urlOf({ serverUrl, repository, ref }, view, encodedPath) {
    const root = `${serverUrl}/${repository}/${view}/${ref.split('/').map(encodeName).join('/')}`;
    return encodedPath === '' ? root : `${root}/${encodedPath}`;
}
/** Schemes, `//host` (which browsers also read from backslashes), control characters, and `{{ }}`, `{% %}`, `<% %>`. */
function isNotOurs(path) {
    return /^[a-z][a-z\d+.-]*:|^[/\\]{2}|^\\|\p{Cc}|\{\{|\{%|<%/iu.test(path);
}
/** The path, with Markdown's and HTML's escapes decoded; the query and fragment, as they are written. */
function split(written, syntax) {
    const unit = syntax === 'markdown' ? /\\([!-/:-@[-`{-~])|&(?:#?\w+);|[^\\&]+|[^]/g : /&(?:#?\w+);?|[^&]+|[^]/g;
    let path = '';
    for (const { 0: part, 1: escaped, index } of written.matchAll(unit)) {
        const decoded = escaped ?? (part.startsWith('&') ? decodeEntity(part, syntax) : part);
        const end = decoded.search(/[?#]/);
        if (end !== -1)
            return { path: path + decoded.slice(0, end), tail: written.slice(index + (part === decoded ? end : 0)) };
        path += decoded;
    }
    return { path, tail: '' };
}
function decodeEntity(entity, syntax) {
    return syntax === 'markdown' ? (0,entities__WEBPACK_IMPORTED_MODULE_0__/* .decodeHTMLStrict */ .hl)(entity) : (0,entities__WEBPACK_IMPORTED_MODULE_0__/* .decodeHTMLAttribute */ .Im)(entity);
}
/** The path's parentheses are encoded; one in the tail that has lost its other half would end the link. */
function balanced(tail) {
    let depth = 0;
    for (const [mark] of tail.matchAll(/\\?[()]/g)) {
        if (mark === '(')
            depth++;
        if (mark === ')' && --depth < 0)
            break;
    }
    return depth === 0 ? tail : tail.replace(/\\?([()])/g, (_, mark) => encodeMark(mark));
}
/** A name in Git, or a part of a branch's: every `%` in it is one. */
function encodeName(name) {
    return encodeWritten(name.replaceAll('%', '%25'));
}
/** Part of a path in a link: what is encoded stays so; all that could end a destination or attribute is. */
function encodeWritten(segment) {
    return segment
        .replace(/%(?![\da-f]{2})/gi, '%25')
        .replace(/[^\w.~!$+,;:@%-]/gu, (character) => encodeURIComponent(character).replace(/[!'()*]/g, encodeMark));
}
function encodeMark(mark) {
    return `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
}
/** Sequences that are no UTF-8 stay: they lead nowhere, and are reported as they are written. */
function decodePercent(segment) {
    if (!segment.includes('%'))
        return segment;
    return segment.replace(/(?:%[\da-f]{2})+/gi, (encoded) => {
        try {
            return decodeURIComponent(encoded);
        }
        catch {
            return encoded;
        }
    });
}


/***/ })

};
