export const id = 728;
export const ids = [728];
export const modules = {

/***/ 8770:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  w: () => (/* binding */ leavesOf)
});

;// CONCATENATED MODULE: ./src/runbooks/html-block.ts
/** Raw HTML that stands by itself (CommonMark 4.6): how a block of it begins, and where it ends. */
const NAMES = 'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
    'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
    'menuitem|nav|noframes|ol|optgroup|option|p|param|section|source|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul';
const ATTRIBUTE = String.raw `[ \t]+[a-z_:][\w.:-]*(?:[ \t]*=[ \t]*(?:[^ \t\n"'=<>\x60]+|'[^'\n]*'|"[^"\n]*"))?`;
const KINDS = [
    {
        start: /<(?:script|pre|style|textarea)(?=[\s>]|$)/iy,
        end: /<\/(?:script|pre|style|textarea)>/i,
        interrupts: true
    },
    { start: /<!--/y, end: /-->/, interrupts: true },
    { start: /<\?/y, end: /\?>/, interrupts: true },
    { start: /<![a-z]/iy, end: />/, interrupts: true },
    { start: /<!\[CDATA\[/y, end: /\]\]>/, interrupts: true },
    { start: new RegExp(String.raw `</?(?:${NAMES})(?=\s|/?>|$)`, 'iy'), interrupts: true },
    {
        start: new RegExp(String.raw `<(?:[a-z][a-z\d-]*(?:${ATTRIBUTE})*[ \t]*/?|/[a-z][a-z\d-]*[ \t]*)>[ \t]*(?=\n|$)`, 'iy'),
        interrupts: false
    }
];
/** What block of HTML begins at the `<` at offset `at`. */
function htmlBlockAt(source, at, interrupting) {
    return KINDS.find(({ start, interrupts }) => {
        if (interrupting && !interrupts)
            return false;
        start.lastIndex = at;
        return start.test(source);
    });
}

// EXTERNAL MODULE: ./src/runbooks/inline.ts
var inline = __webpack_require__(828);
;// CONCATENATED MODULE: ./src/runbooks/line.ts
/** The line of a source that is being read, and how far into it. Columns count a tab up to the next stop (CommonMark 2.2). */
class Line {
    source;
    /** Offset of its end. */
    to = 0;
    /** Its first character behind blanks and what was passed, and the column of that. */
    at = 0;
    column = 0;
    /** The column at which the content of the containers passed begins. */
    base = 0;
    /** Where the marks of quotations are that were passed. */
    marks = [];
    constructor(source) {
        this.source = source;
    }
    begin(from, to) {
        this.to = to;
        this.base = 0;
        this.marks = [];
        this.#passBlanks(from, 0);
    }
    get isBlank() {
        return this.at === this.to;
    }
    /** So far that it is code where it is no text. */
    get isIndented() {
        return this.column - this.base > 3;
    }
    get next() {
        return this.source.charAt(this.at);
    }
    get rest() {
        return this.source.slice(this.at, this.to);
    }
    /** What a sticky pattern finds here; the line is not passed. */
    match(pattern) {
        pattern.lastIndex = this.at;
        return pattern.exec(this.source) ?? undefined;
    }
    /** Passes `>`. A blank behind it is part of it; of a tab, one column. */
    passQuoteMark() {
        const blank = /[ \t]/.test(this.source.charAt(this.at + 1));
        this.marks.push(this.at);
        this.base = this.column + (blank ? 2 : 1);
        this.#passBlanks(this.at + 1, this.column + 1);
    }
    /** Passes a list's mark, and says by how many columns its item is indented. */
    passListMark(length) {
        const { base } = this;
        const end = this.column + length;
        this.#passBlanks(this.at + length, end);
        // Behind more than four blanks the item begins with code.
        const gap = this.column - end;
        this.base = end + (this.isBlank || gap > 4 ? 1 : gap);
        return this.base - base;
    }
    #passBlanks(from, column) {
        let at = from;
        for (; at < this.to; at++) {
            const code = this.source.charCodeAt(at);
            if (code === 0x20)
                column++;
            else if (code === 0x09)
                column += 4 - (column % 4);
            else
                break;
        }
        this.at = at;
        this.column = column;
    }
}

;// CONCATENATED MODULE: ./src/runbooks/table.ts
/** The cells of a table's row (GFM 4.10): what stands between its pipes, without the blanks around it. */
function cellsOf(source, from, to) {
    const cells = [];
    let start = -1;
    let end = from;
    let opened = false;
    for (let at = from; at <= to; at++) {
        const code = at === to ? PIPE : source.charCodeAt(at);
        if (code === PIPE) {
            // Before the first pipe and behind the last one there need not be a cell.
            if (start !== -1)
                cells.push({ from: start, to: end });
            else if (opened && at < to)
                cells.push({ from: at, to: at });
            opened = true;
            start = -1;
        }
        else if (code !== SPACE && code !== TAB) {
            if (start === -1)
                start = at;
            if (code === BACKSLASH && at + 1 < to)
                at++;
            end = at + 1;
        }
    }
    return cells;
}
/** Whether this is the second line of a table with so many columns. */
function isDelimiterRow(row, columns) {
    if (!/^[-:|][-:| \t]*$/.test(row) || !row.includes('|'))
        return false;
    const cells = cellsOf(row, 0, row.length);
    return cells.length === columns && cells.every(({ from, to }) => /^:?-+:?$/.test(row.slice(from, to)));
}
const PIPE = 0x7c;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const TAB = 0x09;

;// CONCATENATED MODULE: ./src/runbooks/blocks.ts




/** What cmark-gfm, GitHub's own renderer, allows for lists; here for all that nests, on one line or many. */
const MAX_DEPTH = 100;
/**
 * Finds the blocks of a document that hold text, as CommonMark 4 and 5 and GFM's tables have them. What stands inside a
 * block is left to `inline.ts`, definitions too. Every line is looked at once.
 */
function leavesOf(text) {
    // Offsets stay as they are.
    const source = text.includes('\r') ? text.replace(/\r\n?/g, (end) => (end === '\r' ? '\n' : ' \n')) : text;
    const blocks = new Blocks(source);
    for (let from = 0; from < source.length;) {
        const newline = source.indexOf('\n', from);
        const to = newline === -1 ? source.length : newline;
        blocks.read(from, to);
        from = to + 1;
    }
    return blocks.end();
}
/** What a line that is no plain text begins with, behind its blanks. */
const STARTS = '>-+*_#`~<=|:0123456789';
const LIST_MARK = /(?:[-+*]|\d{1,9}[.)])(?=[ \t\n]|$)/y;
/** In a paragraph a list begins at 1, and with text. */
const INTERRUPTING_LIST_MARK = /(?:[-+*]|0{0,8}1[.)])(?=[ \t]+[^ \t\n])/y;
const RULE = /(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})(?=\n|$)/y;
const HEADING = /#{1,6}(?=[ \t\n]|$)/y;
const UNDERLINE = /(?:=+|-+)[ \t]*(?=\n|$)/y;
const FENCE = /`{3,}(?=[^`\n]*(?:\n|$))|~{3,}/y;
const FENCE_END = /(`{3,}|~{3,})[ \t]*(?=\n|$)/y;
class Blocks {
    #source;
    #line;
    #leaves = [];
    #containers = [];
    #open;
    constructor(source) {
        this.#source = source;
        this.#line = new Line(source);
    }
    read(from, to) {
        this.#line.begin(from, to);
        const depth = this.#passContainers();
        const goesOn = depth === this.#containers.length;
        if (goesOn && this.#isInside())
            return;
        if (this.#line.isBlank)
            this.#close(depth);
        else
            this.#readContent(depth, goesOn);
    }
    end() {
        this.#close(0);
        return this.#leaves;
    }
    /** Passes what shows that containers go on, and says how many do. */
    #passContainers() {
        const line = this.#line;
        let depth = 0;
        for (const container of this.#containers) {
            if (container.kind === 'quotation') {
                if (line.isIndented || line.next !== '>')
                    break;
                line.passQuoteMark();
            }
            else if (line.isBlank) {
                if (container.empty)
                    break;
            }
            else if (line.column - line.base < container.width) {
                break;
            }
            else {
                line.base += container.width;
                container.empty = false;
            }
            depth++;
        }
        return depth;
    }
    /** Whether the line belongs to a fence or to HTML, in which nothing else begins. */
    #isInside() {
        const open = this.#open;
        if (open?.kind === 'fence') {
            const mark = this.#line.isIndented ? undefined : this.#line.match(FENCE_END)?.[1];
            if (mark?.startsWith(open.mark) === true)
                this.#open = undefined;
            return true;
        }
        if (open?.kind !== 'html' || (open.end === undefined && this.#line.isBlank))
            return false;
        this.#goOn(open);
        if (open.end?.test(this.#line.rest) === true)
            this.#close(this.#containers.length);
        return true;
    }
    /** Opens containers as long as there are, and then what is in them. */
    #readContent(depth, goesOn) {
        const line = this.#line;
        const inText = this.#open?.kind === 'paragraph';
        if (line.isIndented && !inText) {
            this.#close(depth);
        }
        else if (line.isIndented || !STARTS.includes(line.next)) {
            this.#readText(depth, goesOn);
        }
        else {
            const container = this.#passContainerMark(goesOn && inText);
            if (container !== undefined) {
                this.#close(depth);
                if (depth === MAX_DEPTH)
                    return;
                this.#containers.push(container);
                if (!line.isBlank)
                    this.#readContent(depth + 1, true);
            }
            else if (!this.#readLeaf(depth, goesOn)) {
                this.#readText(depth, goesOn);
            }
        }
    }
    #passContainerMark(interrupting) {
        const line = this.#line;
        if (line.next === '>') {
            line.passQuoteMark();
            return { kind: 'quotation' };
        }
        const mark = line.match(interrupting ? INTERRUPTING_LIST_MARK : LIST_MARK)?.[0];
        if (mark === undefined || line.match(RULE) !== undefined)
            return undefined;
        const width = line.passListMark(mark.length);
        return { kind: 'item', width, empty: line.isBlank };
    }
    /** Whether a leaf that is no plain text begins, or what was text becomes another. */
    #readLeaf(depth, goesOn) {
        const line = this.#line;
        const { at, to } = line;
        const paragraph = this.#open?.kind === 'paragraph' ? this.#open : undefined;
        const heading = line.match(HEADING)?.[0];
        if (heading !== undefined) {
            this.#close(depth);
            this.#add('heading', { from: at, to, marks: [] }, heading.length);
            return true;
        }
        const fence = line.match(FENCE)?.[0];
        if (fence !== undefined) {
            this.#close(depth);
            this.#open = { kind: 'fence', mark: fence };
            return true;
        }
        const html = line.next === '<' ? htmlBlockAt(this.#source, at, paragraph !== undefined) : undefined;
        if (html !== undefined) {
            this.#close(depth);
            this.#open = { kind: 'html', from: at, to, marks: [], end: html.end };
            if (html.end?.test(line.rest) === true)
                this.#close(depth);
            return true;
        }
        if (goesOn && paragraph !== undefined && this.#becomesAnother(paragraph))
            return true;
        if (line.match(RULE) === undefined)
            return false;
        this.#close(depth);
        return true;
    }
    /** Whether this line makes the text above it a heading, or its last line a table's header. */
    #becomesAnother(paragraph) {
        const line = this.#line;
        const underline = line.match(UNDERLINE)?.[0];
        if (underline !== undefined && this.#saysMoreThanDefinitions(paragraph)) {
            this.#open = undefined;
            this.#add('heading', paragraph, underline.startsWith('=') ? 1 : 2);
            return true;
        }
        const header = cellsOf(this.#source, paragraph.lastFrom, paragraph.to);
        if (!isDelimiterRow(line.rest, header.length))
            return false;
        this.#open = { kind: 'table' };
        if (paragraph.lastFrom > paragraph.from)
            this.#add('paragraph', { ...paragraph, to: paragraph.before });
        for (const cell of header)
            this.#add('cell', { ...cell, marks: [] });
        return true;
    }
    /** Text goes on with a paragraph also where the containers do not (CommonMark 5.1, lazy continuation). */
    #readText(depth, goesOn) {
        const { at, to } = this.#line;
        const open = this.#open;
        if (open?.kind === 'paragraph') {
            open.lastFrom = at;
            open.before = open.to;
            this.#goOn(open);
        }
        else if (open?.kind === 'table' && goesOn) {
            for (const cell of cellsOf(this.#source, at, to))
                this.#add('cell', { ...cell, marks: [] });
        }
        else {
            this.#close(depth);
            this.#open = { kind: 'paragraph', from: at, to, marks: [], lastFrom: at, before: at };
        }
    }
    #goOn(text) {
        text.to = this.#line.to;
        text.marks.push(...this.#line.marks);
    }
    /** Ends the open block, and the containers but for the first `depth`. */
    #close(depth) {
        const open = this.#open;
        this.#open = undefined;
        if (open?.kind === 'paragraph' || open?.kind === 'html')
            this.#add(open.kind, open);
        this.#containers.length = depth;
    }
    #add(kind, text, level = 0) {
        this.#leaves.push({ kind, level, top: this.#containers.length === 0, from: text.from, text: this.#textOf(text) });
    }
    #textOf({ from, to, marks }) {
        let text = '';
        let at = from;
        for (const mark of marks) {
            if (mark >= to)
                break;
            text += `${this.#source.slice(at, mark)} `;
            at = mark + 1;
        }
        return text + this.#source.slice(at, to);
    }
    /** What consists of definitions alone has no text to be a heading's (4.3). */
    #saysMoreThanDefinitions(paragraph) {
        if (this.#source[paragraph.from] !== '[')
            return true;
        const text = this.#textOf(paragraph);
        return (0,inline/* readDefinitions */.T)(text).end < text.length;
    }
}


/***/ }),

/***/ 6728:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  k: () => (/* binding */ definitionsIn),
  N: () => (/* binding */ destinationsOf)
});

// EXTERNAL MODULE: ./src/runbooks/blocks.ts + 3 modules
var blocks = __webpack_require__(8770);
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


/***/ })

};
