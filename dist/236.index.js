export const id = 236;
export const ids = [236];
export const modules = {

/***/ 8236:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  readRunbook: () => (/* binding */ readRunbook)
});

// EXTERNAL MODULE: ./node_modules/yaml/dist/index.js
var dist = __webpack_require__(8815);
// EXTERNAL MODULE: external "node:buffer"
var external_node_buffer_ = __webpack_require__(4573);
;// CONCATENATED MODULE: ./src/runbook/text.ts

const LFS_POINTER = 'version https://git-lfs.github.com/spec/';
const SAVE_AS_UTF8 = 'Save it as UTF-8.';
function refused(reason, hint, line) {
    return { kind: 'refused', reason, hint, line };
}
/** Decodes UTF-8 and removes one byte order mark. Refuses other bytes: U+FFFD in a command could do harm. */
function decode(content, maxBytes) {
    const size = content.kind === 'too-large' ? content.size : content.bytes.length;
    if (content.kind === 'too-large' || size > maxBytes) {
        return refused(`The file has ${size} bytes; ${maxBytes} are allowed.`, 'Split it, or raise `max-bytes`.');
    }
    const { bytes } = content;
    if (bytes.toString('latin1', 0, LFS_POINTER.length) === LFS_POINTER) {
        return refused('The file is a Git LFS pointer, not the runbook.', 'Keep runbooks in Git (`git lfs migrate export --include="*.md"`). `lfs: true` on actions/checkout helps only if the ' +
            'Action reads files from the disk: a commit holds the pointer.');
    }
    const nul = bytes.indexOf(0);
    if (nul !== -1) {
        const line = linesOf(bytes.subarray(0, nul)).length;
        return refused('The file contains a NUL byte: it is UTF-16, UTF-32 or binary, not UTF-8.', SAVE_AS_UTF8, line);
    }
    if (!(0,external_node_buffer_.isUtf8)(bytes)) {
        // A line feed is never part of another UTF-8 character.
        const line = linesOf(bytes).findIndex((encoded) => !(0,external_node_buffer_.isUtf8)(Buffer.from(encoded, 'latin1'))) + 1;
        return refused('The file is not UTF-8. It may be Latin-1.', SAVE_AS_UTF8, line);
    }
    return bytes.toString('utf8').replace(/^\uFEFF/, '');
}
/** The lines of a file, with one character for each byte. */
function linesOf(bytes) {
    return bytes.toString('latin1').split('\n');
}

;// CONCATENATED MODULE: ./src/runbook/front-matter.ts


/** In characters. At this size, input made to be slow (keys, anchors, brackets) takes the YAML parser about 0.2 s. */
const MAX_LENGTH = 16 * 1024;
const NONE = { end: 0 };
const QUOTE = 'Put quotes around a value with special characters: `title: "[P1] Disk: full"`.';
/** By the documented codes of `yaml`; one code covers several mistakes. */
const PROBLEMS = {
    BAD_ALIAS: ['a value starts with `&` or `*`', `${QUOTE} List items start with \`- \`.`],
    BAD_DQ_ESCAPE: ['unknown escape sequence in double quotes', 'Use single quotes, or double the backslash.'],
    BAD_INDENT: [
        'wrong indentation, or a missing closing bracket',
        'Start all keys in the same column; close each bracket.'
    ],
    BAD_SCALAR_START: ['a value starts with a reserved character', QUOTE],
    BLOCK_AS_IMPLICIT_KEY: [
        'a value contains `: `, or the indentation is wrong',
        `${QUOTE} Start all keys, and all items of a list, in the same column.`
    ],
    DUPLICATE_KEY: ['duplicate key', 'Keep one of the two.'],
    MISSING_CHAR: [
        'a character is missing, such as the space after a colon, a comma, or a closing quote or bracket',
        `Write \`key: value\`. ${QUOTE}`
    ],
    MULTILINE_IMPLICIT_KEY: ['this line is not `key: value`', 'Write a space after the colon; indent a continued value.'],
    MULTIPLE_DOCS: ['a line `...` ends it early', 'Remove that line.'],
    RESOURCE_EXHAUSTION: ['too many nested levels', 'Use fewer levels.'],
    TAB_AS_INDENT: ['a tab as indentation', 'Indent with spaces.'],
    TAG_RESOLVE_FAILED: ['unknown tag', 'Remove the tag (`!…`), or put quotes around a value that starts with `!`.'],
    UNEXPECTED_TOKEN: ['unexpected text, bracket, comma or dash', `${QUOTE} Start all keys in the same column.`]
};
/**
 * Reads the front matter of a text: YAML between a first line `---` and the next line `---`. Uses the fields `title`, `draft`
 * and `runbook`; checks the syntax of the others. Refuses other formats (`+++`, `---js`): an entry would begin with their source.
 */
function readFrontMatter(text) {
    const [opening, fence = ''] = /^(---|\+\+\+|---[a-z]+)[ \t]*(?:\r?\n|$)/i.exec(text) ?? [];
    if (opening === undefined)
        return NONE;
    const rest = text.slice(opening.length);
    const closing = (fence === '+++' ? /(?:^|\n)\+\+\+[ \t]*(?:\r?\n|$)/ : /(?:^|\n)---[ \t]*(?:\r?\n|$)/).exec(rest);
    if (fence !== '---') {
        if (closing === null)
            return NONE;
        return refused(`The front matter (\`${fence}\`) is not YAML.`, 'Write YAML between two lines `---`.', 1);
    }
    if (closing === null) {
        // Without `key:` on the next line, `---` is a thematic break.
        if (!/^[\w-]+[ \t]*:(?:\s|$)/.test(rest))
            return NONE;
        return refused('The front matter is never closed.', 'Add a line `---` below it.', 1);
    }
    const yaml = rest.slice(0, closing.index + closing[0].indexOf('-'));
    const end = blankLinesEnd(text, opening.length + closing.index + closing[0].length);
    if (yaml.trim() === '')
        return { end };
    const map = parseYaml(yaml);
    if ((0,dist/* isMap */.jh)(map))
        return readFields(map, yaml, end);
    // After a blank line it may be prose between two thematic breaks.
    if (/^[ \t]*\r?\n/.test(yaml))
        return NONE;
    return map ?? { end };
}
/** Parses the syntax: expands no alias, applies no tag, sets no `__proto__`. Undefined for blank lines and comments. */
function parseYaml(yaml) {
    if (yaml.length > MAX_LENGTH) {
        return refused(`The front matter is longer than ${MAX_LENGTH} characters.`, 'Move text below the second `---`.', 1);
    }
    const { contents, errors, warnings } = (0,dist/* parseDocument */.Tp)(yaml, { prettyErrors: false });
    const error = errors[0] ?? warnings[0];
    if (error !== undefined) {
        const [words, hint] = PROBLEMS[error.code] ?? [error.code, 'Correct it, or remove the front matter.'];
        return refused(`The front matter is not valid YAML: ${words}.`, hint, lineAt(yaml, error.pos[0]));
    }
    if (contents === null)
        return undefined;
    if ((0,dist/* isMap */.jh)(contents))
        return contents;
    return refused('The front matter is not a map.', 'Write `key: value` lines.', 2);
}
function readFields({ items }, yaml, end) {
    let title = '';
    let exclusion;
    for (const { key, value } of items) {
        if (!(0,dist/* isScalar */.jn)(key) || value === null || ((0,dist/* isScalar */.jn)(value) && value.value === null))
            continue;
        const text = (0,dist/* isScalar */.jn)(value) ? (value.source ?? '').trim() : undefined;
        const line = () => lineAt(yaml, value.range?.[0] ?? 0);
        if (key.value === 'title') {
            if (text === undefined)
                return refused('The `title` is not text.', 'Quote it: `title: "…"`.', line());
            title = text;
        }
        else if (key.value === 'draft') {
            const draft = toBoolean(text);
            if (draft === undefined) {
                return refused('`draft` is neither true nor false.', 'Write `draft: true`, or remove it.', line());
            }
            if (draft)
                exclusion ??= 'draft: true';
        }
        else if (key.value === 'runbook' && toBoolean(text) === false) {
            // Other tools use this key, so any other value is allowed.
            exclusion ??= 'runbook: false';
        }
    }
    return { end, ...(title !== '' && { title }), ...(exclusion && { exclusion }) };
}
/** Accepts the booleans of YAML 1.1, also in quotes. */
function toBoolean(text = '') {
    if (/^(?:true|yes|on)$/i.test(text))
        return true;
    return /^(?:false|no|off)$/i.test(text) ? false : undefined;
}
/** The YAML starts on the second line of the file. */
function lineAt(yaml, offset) {
    return yaml.slice(0, offset).split('\n').length + 1;
}
function blankLinesEnd(text, from) {
    // A pattern for all lines at once would run out of stack.
    const content = /[^ \t\r\n]/g;
    content.lastIndex = from;
    const end = content.exec(text)?.index ?? text.length;
    return Math.max(from, text.lastIndexOf('\n', end) + 1);
}

// EXTERNAL MODULE: ./node_modules/markdown-it/dist/markdown-it.mjs + 7 modules
var markdown_it = __webpack_require__(9702);
;// CONCATENATED MODULE: ./src/runbook/markdown/syntax.ts

/** ASCII punctuation, which a backslash escapes. */
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const BLANKS = /[ \t]*/y;
/** Blanks and at most one line ending. */
const WHITESPACE = /[ \t]*(?:\n[ \t]*)?/y;
const REST_OF_LINE = /[ \t]*(?:\n|$)/y;
const { helpers } = new markdown_it/* default */.A();
/** Where the match of a sticky pattern at `at` ends; undefined without a match. */
function matchAt(pattern, text, at) {
    if (at === undefined)
        return undefined;
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : undefined;
}
/** Reads one of the link reference definitions at the start of a paragraph, and where it ends. */
function readDefinition(text, start) {
    const labelStart = matchAt(BLANKS, text, start) ?? start;
    const labelEnd = readLabel(text, labelStart);
    if (labelEnd === undefined || text[labelEnd] !== ':')
        return undefined;
    const label = normalizeLabel(text.slice(labelStart + 1, labelEnd - 1));
    const destination = label === '' ? undefined : readDestination(text, labelEnd + 1);
    if (destination === undefined)
        return undefined;
    const titleEnd = readTitle(text, destination.end);
    const end = matchAt(REST_OF_LINE, text, titleEnd) ?? matchAt(REST_OF_LINE, text, destination.end);
    return end === undefined ? undefined : { ...destination, label, end };
}
/** The end of a label `[…]`, with at most 999 characters and escapes. */
function readLabel(text, at) {
    return matchAt(/\[(?:[^\\[\]]|\\[^]){0,999}\]/y, text, at);
}
/** Makes labels comparable. */
function normalizeLabel(label) {
    return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();
}
/** Reads a link destination after white space. The span is without angle brackets, `end` is after them. */
function readDestination(text, at) {
    const from = matchAt(WHITESPACE, text, at) ?? at;
    if (text[from] === '<') {
        for (let end = from + 1; end < text.length; end++) {
            const character = text[end];
            if (character === '>')
                return { from: from + 1, to: end, end: end + 1 };
            if (character === '<' || character === '\n')
                return undefined;
            if (character === '\\' && text[end + 1] !== '\n')
                end++;
        }
        return undefined;
    }
    let depth = 0;
    let end = from;
    for (; end < text.length; end++) {
        const code = text.charCodeAt(end);
        if (code <= 0x20 || code === 0x7f)
            break;
        const character = text[end];
        if (character === '\\' && PUNCTUATION.test(text[end + 1] ?? ''))
            end++;
        // The limit of cmark. Without it, repeated `[a](` takes quadratic time.
        else if (character === '(' && ++depth > 32)
            return undefined;
        else if (character === ')' && --depth < 0)
            break;
    }
    return end === from || depth > 0 ? undefined : { from, to: end, end };
}
/** The end of a title after white space. */
function readTitle(text, at) {
    const from = matchAt(WHITESPACE, text, at) ?? at;
    const { ok, pos } = helpers.parseLinkTitle(text, from, text.length);
    return ok && from > at ? pos : undefined;
}

;// CONCATENATED MODULE: ./src/runbook/markdown/html.ts

const TAG_NAME = /<[a-z][a-z\d-]*/iy;
const ATTRIBUTE = /[ \t\n]+[a-z_:][\w.:-]*(?:[ \t\n]*=[ \t\n]*(?:[^ \t\n"'=<>`]+|'[^']*'|"[^"]*"))?/iy;
const TAG_END = /[ \t\n]*\/?>/y;
const CLOSING_TAG = /<\/[a-z][a-z\d-]*[ \t\n]*>/iy;
/** HTML blocks of types 1 to 5 (CommonMark 4.6). */
const DELIMITED_BLOCKS = [
    [/^<(?:script|pre|style|textarea)(?=[ \t\v\f>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
    [/^<!--/, /-->/],
    [/^<\?/, /\?>/],
    [/^<![a-z]/i, />/],
    [/^<!\[CDATA\[/, /\]\]>/]
];
/** HTML blocks of type 6. */
const BLOCK_TAG = new RegExp('^</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
    'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
    'menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|source|summary|table|tbody|td|tfoot|th|thead|title|' +
    String.raw `tr|track|ul)(?=[ \t\v\f]|/?>|$)`, 'i');
/** The elements with destinations, and the attributes that hold them. */
const ATTRIBUTES = { a: 'href', img: 'src' };
/** Elements whose content is not HTML. */
const RAW_TEXT = new Set(['script', 'style', 'textarea', 'title', 'xmp']);
/**
 * The end of an open tag (CommonMark 6.6). Of all scans that reach one offset, no two are in the same state (between quotes,
 * which, or none), so scans from many offsets take linear time together.
 */
function openTagEnd(text, at) {
    let end = matchAt(TAG_NAME, text, at);
    if (end === undefined)
        return undefined;
    // A pattern for all attributes at once would run out of stack.
    for (let next = end; next !== undefined; next = matchAt(ATTRIBUTE, text, end))
        end = next;
    return matchAt(TAG_END, text, end);
}
/** Whether an HTML block starts with this line, from its first `<`. It ends at the line with `end`, or at a blank line. */
function htmlBlockStart(line, inParagraph) {
    const delimited = DELIMITED_BLOCKS.find(([start]) => start.test(line));
    if (delimited !== undefined)
        return { end: delimited[1] };
    if (BLOCK_TAG.test(line))
        return { end: undefined };
    // Type 7, a tag alone.
    const end = inParagraph ? undefined : (openTagEnd(line, 0) ?? matchAt(CLOSING_TAG, line, 0));
    return end !== undefined && /^[ \t]*$/.test(line.slice(end)) ? { end: undefined } : undefined;
}
/**
 * Finds the values of `<a href>` and `<img src>` as browsers read HTML. Ignores `srcset` and other elements. Never reads a
 * character twice after an incomplete tag, so it takes linear time.
 */
function htmlDestinations(html) {
    const found = [];
    const markup = /<(?:!--|[!?]|(\/?)([a-z][^\s/>]*))/gi;
    for (let match = markup.exec(html); match !== null; match = markup.exec(html)) {
        const [opening, slash, written = ''] = match;
        const name = written.toLowerCase();
        let close = /-->/g;
        if (name === '') {
            if (opening !== '<!--')
                close = />/g;
            close.lastIndex = match.index + 2;
        }
        else {
            const { end, value } = readAttributes(html, markup.lastIndex, slash === '' ? ATTRIBUTES[name] : undefined);
            if (value !== undefined)
                found.push({ ...value, image: name === 'img' });
            markup.lastIndex = end;
            if (slash !== '' || !RAW_TEXT.has(name))
                continue;
            close = new RegExp(`(?=</${name})`, 'gi');
            close.lastIndex = end;
        }
        if (!close.test(html))
            break;
        markup.lastIndex = close.lastIndex;
    }
    return found;
}
/** Reads the attributes of a tag: where they end, and the first value of `wanted` without its quotes. */
function readAttributes(html, start, wanted) {
    const attribute = /[\s/]*([^\s/>=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>][^\s>]*))?/y;
    let value;
    let end = start;
    attribute.lastIndex = start;
    for (let match = attribute.exec(html); match !== null; match = attribute.exec(html)) {
        end = attribute.lastIndex;
        const [, name = '', written] = match;
        if (value !== undefined || written === undefined || name.toLowerCase() !== wanted)
            continue;
        const quotes = /^["']/.test(written) ? 1 : 0;
        value = { from: end - written.length + quotes, to: end - quotes };
    }
    return value === undefined ? { end } : { end, value };
}

;// CONCATENATED MODULE: ./src/runbook/markdown/line.ts
/**
 * The current line of a document and how much of it is read. Columns count a tab up to the next tab stop (CommonMark 2.2).
 */
class Line {
    source;
    /** The range of the line, without its line ending. */
    from = 0;
    to = 0;
    /** The next character that is not a blank, and its column. */
    at = 0;
    column = 0;
    /** The column where the content of the current container starts. */
    base = 0;
    constructor(source) {
        this.source = source;
    }
    start(from, to) {
        this.from = from;
        this.to = to;
        this.base = 0;
        this.#skipBlanks(from, 0);
    }
    get isBlank() {
        return this.at === this.to;
    }
    /** Whether the line is indented code, unless it continues a paragraph. */
    get isIndented() {
        return this.column - this.base > 3;
    }
    get next() {
        return this.source.charAt(this.at);
    }
    get rest() {
        return this.source.slice(this.at, this.to);
    }
    /** The rest, with a blank for each character before it. */
    get paddedRest() {
        return ' '.repeat(this.at - this.from) + this.rest;
    }
    /** Matches a sticky pattern at the next character and does not move. */
    match(pattern) {
        pattern.lastIndex = this.at;
        return pattern.exec(this.source) ?? undefined;
    }
    /**
     * Skips the marker of a container and the blanks after it. If they are more than `most`, all but one belong to the
     * content. Returns the indentation of the content in columns.
     */
    skipMarker(length, most) {
        const { base } = this;
        const end = this.column + length;
        this.#skipBlanks(this.at + length, end);
        const gap = this.column - end;
        this.base = end + (this.isBlank || gap > most ? 1 : gap);
        return this.base - base;
    }
    #skipBlanks(from, column) {
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

;// CONCATENATED MODULE: ./src/runbook/markdown/table.ts
/** The cells of a table row (GFM 4.10): the text between the pipes. */
function cellsOf(row) {
    const cells = [];
    let from = 0;
    const addCell = (to) => {
        // The first and the last pipe of a row are optional.
        const isOptional = from === 0 || to === row.length;
        if (!isOptional || /[^ \t]/.test(row.slice(from, to)))
            cells.push({ from, to });
        from = to + 1;
    };
    for (const { 0: mark, index } of row.matchAll(/\\[^]|\|/g))
        if (mark === '|')
            addCell(index);
    addCell(row.length);
    return cells;
}
/** The number of columns if the line is the delimiter row of a table, else 0. */
function delimiterColumns(row) {
    if (!/^[-:|][-:| \t]*$/.test(row))
        return 0;
    const cells = cellsOf(row);
    return cells.every(({ from, to }) => /^[ \t]*:?-+:?[ \t]*$/.test(row.slice(from, to))) ? cells.length : 0;
}

;// CONCATENATED MODULE: ./src/runbook/markdown/blocks.ts




/** cmark-gfm, the parser of GitHub, has this limit for lists; here it covers all containers. Blocks further inside are skipped. */
const MAX_DEPTH = 100;
/**
 * Reads the blocks of a document in order, as CommonMark chapters 4 and 5, GFM tables and GitHub's footnotes define them. Reads
 * each line once, and no further than its caller asks for.
 */
function* readBlocks(text) {
    // Keeps all offsets.
    const source = text.includes('\r') ? text.replaceAll('\r\n', ' \n').replaceAll('\r', '\n') : text;
    const parser = new BlockParser(source);
    for (let from = 0; from < source.length;) {
        const newline = source.indexOf('\n', from);
        const to = newline === -1 ? source.length : newline;
        parser.readLine(from, to, to === from || text[from] === '\r');
        if (parser.blocks.length > 0)
            yield* parser.blocks.splice(0);
        from = to + 1;
    }
    parser.end();
    yield* parser.blocks;
}
/** First characters of lines that may not be plain text. */
const MARKERS = '>-+*_#`~<=|:[0123456789';
const LIST_MARKER = /(?:[-+*]|\d{1,9}[.)])(?=[ \t\n]|$)/y;
const LIST_MARKER_IN_PARAGRAPH = /(?:[-+*]|0{0,8}1[.)])(?=[ \t]+[^ \t\n])/y;
const FOOTNOTE_LABEL = /\[\^[^\] \t\n]+\]:/y;
/** Three or more of one character. A repeated group would run out of stack on long lines. */
const THEMATIC_BREAK = /(?=([-*_])[ \t]*\1[ \t]*\1)(?:[- \t]+|[* \t]+|[_ \t]+)(?=\n|$)/y;
const HEADING = /#{1,6}(?=[ \t\n]|$)/y;
const HEADING_END = /(?:^|[ \t])#+[ \t]*$/;
const UNDERLINE = /(?:=+|-+)[ \t]*(?=\n|$)/y;
const FENCE = /`{3,}(?=[^`\n]*(?:\n|$))|~{3,}/y;
const FENCE_END = /(`{3,}|~{3,})[ \t]*(?=\n|$)/y;
class BlockParser {
    #source;
    #line;
    #containers = [];
    /** How many containers the line continues. */
    #depth = 0;
    #open;
    blocks = [];
    constructor(source) {
        this.#source = source;
        this.#line = new Line(source);
    }
    readLine(from, to, isEmpty) {
        this.#line.start(from, to);
        this.#matchContainers(isEmpty);
        if (this.#continuesRawBlock())
            return;
        if (this.#line.isBlank)
            this.#close();
        else
            this.#readContent();
    }
    end() {
        this.#depth = 0;
        this.#close();
    }
    /** Skips the markers of the containers that the line continues. */
    #matchContainers(isEmpty) {
        const line = this.#line;
        this.#depth = 0;
        for (const container of this.#containers) {
            if (container.kind === 'quote') {
                if (line.isIndented || line.next !== '>')
                    break;
                line.skipMarker(1, 1);
            }
            else if (container.kind === 'footnote') {
                // cmark-gfm accepts only empty lines, not blank ones.
                if (line.isIndented)
                    line.base += 4;
                else if (!isEmpty)
                    break;
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
            this.#depth++;
        }
    }
    get #isInAllContainers() {
        return this.#depth === this.#containers.length;
    }
    /** The paragraph that the line may end, underline or turn into a table. */
    get #paragraph() {
        return this.#open?.kind === 'paragraph' && this.#isInAllContainers ? this.#open : undefined;
    }
    /** Whether the line belongs to a fenced code block or an HTML block. */
    #continuesRawBlock() {
        const open = this.#open;
        if (!this.#isInAllContainers)
            return false;
        if (open?.kind === 'fence') {
            const marker = this.#line.isIndented ? undefined : this.#line.match(FENCE_END)?.[1];
            if (marker?.startsWith(open.marker) === true)
                this.#open = undefined;
            return true;
        }
        if (open?.kind !== 'html' || (open.end === undefined && this.#line.isBlank))
            return false;
        open.lines.push(this.#line.paddedRest);
        if (open.end?.test(this.#line.rest) === true)
            this.#close();
        return true;
    }
    #readContent() {
        const line = this.#line;
        if (line.isIndented && this.#open?.kind !== 'paragraph') {
            this.#close();
        }
        else if (line.isIndented || !MARKERS.includes(line.next)) {
            this.#readText();
        }
        else {
            const container = this.#readContainerMarker();
            if (container !== undefined) {
                this.#close();
                if (this.#depth === MAX_DEPTH)
                    return;
                this.#depth = this.#containers.push(container);
                if (!line.isBlank)
                    this.#readContent();
            }
            else if (!this.#readMarkedBlock()) {
                this.#readText();
            }
        }
    }
    #readContainerMarker() {
        const line = this.#line;
        if (line.next === '>') {
            line.skipMarker(1, 1);
            return { kind: 'quote' };
        }
        if (line.next === '[') {
            const label = line.match(FOOTNOTE_LABEL)?.[0];
            if (label === undefined)
                return undefined;
            line.skipMarker(label.length, Infinity);
            return { kind: 'footnote' };
        }
        const marker = line.match(this.#paragraph === undefined ? LIST_MARKER : LIST_MARKER_IN_PARAGRAPH)?.[0];
        if (marker === undefined || line.match(THEMATIC_BREAK) !== undefined)
            return undefined;
        // After more than four blanks the item starts with indented code.
        return { kind: 'item', width: line.skipMarker(marker.length, 4), empty: line.isBlank };
    }
    /** Reads a block that starts with a marker, or a line that changes the paragraph above. Returns false for plain text. */
    #readMarkedBlock() {
        const line = this.#line;
        const paragraph = this.#paragraph;
        const heading = line.match(HEADING)?.[0];
        if (heading !== undefined) {
            this.#close();
            const from = line.at + heading.length;
            const rest = this.#source.slice(from, line.to);
            this.blocks.push({
                kind: this.#headingKind(heading.length),
                from,
                text: rest.slice(0, HEADING_END.exec(rest)?.index)
            });
            return true;
        }
        const fence = line.match(FENCE)?.[0];
        if (fence !== undefined) {
            this.#close();
            this.#open = { kind: 'fence', marker: fence };
            return true;
        }
        const html = line.next === '<' ? htmlBlockStart(line.rest, paragraph !== undefined) : undefined;
        if (html !== undefined) {
            this.#close();
            this.#open = { kind: 'html', from: line.from, lines: [], end: html.end };
            return this.#continuesRawBlock();
        }
        if (paragraph !== undefined && (this.#endsHeading(paragraph) || this.#startsTable(paragraph)))
            return true;
        if (line.match(THEMATIC_BREAK) === undefined)
            return false;
        this.#close();
        return true;
    }
    /** Whether the line underlines the paragraph above, which is then a heading. */
    #endsHeading(paragraph) {
        const underline = this.#line.match(UNDERLINE)?.[0];
        if (underline === undefined)
            return false;
        this.#open = undefined;
        // Below link reference definitions the underline is text (CommonMark 4.3).
        if (!this.#addText(paragraph, this.#headingKind(underline.startsWith('=') ? 1 : 2)))
            this.#startParagraph();
        return true;
    }
    /** Whether the line is the delimiter row below the header of a table. */
    #startsTable(paragraph) {
        const columns = paragraph.hasDelimiterRow ? 0 : delimiterColumns(this.#line.rest);
        if (columns === 0)
            return false;
        paragraph.hasDelimiterRow = true;
        const { from, lines } = paragraph;
        const header = lines.at(-1) ?? '';
        if (cellsOf(header).length !== columns)
            return false;
        // cmark-gfm takes no definitions from the text right above a table.
        if (lines.length > 1)
            this.blocks.push({ kind: 'text', from, text: lines.slice(0, -1).join('\n') });
        this.#open = { kind: 'table' };
        this.#addCells(this.#line.from - 1 - header.length, header);
        return true;
    }
    /** Reads a line of text. It may continue a paragraph without the markers of its containers (CommonMark 5.1, laziness). */
    #readText() {
        const line = this.#line;
        const open = this.#open;
        if (open?.kind === 'paragraph') {
            open.lines.push(line.paddedRest);
        }
        else if (open?.kind !== 'table' || !this.#isInAllContainers || !this.#addCells(line.at, line.rest)) {
            this.#close();
            this.#startParagraph();
        }
    }
    #startParagraph() {
        const { at, rest } = this.#line;
        this.#open = { kind: 'paragraph', from: at, lines: [rest], hasDelimiterRow: false };
    }
    /** Closes the open block, and all containers that the line does not continue. */
    #close() {
        const open = this.#open;
        this.#open = undefined;
        if (open?.kind === 'paragraph')
            this.#addText(open, 'text');
        if (open?.kind === 'html')
            this.blocks.push({ kind: 'html', from: open.from, text: open.lines.join('\n') });
        this.#containers.length = this.#depth;
    }
    /** Adds the definitions at the start of a paragraph and the rest of it. Returns whether there is a rest. */
    #addText({ from, lines }, kind) {
        const text = lines.join('\n');
        let end = 0;
        for (let next = readDefinition(text, 0); next !== undefined; next = readDefinition(text, end)) {
            this.blocks.push({ kind: 'definition', label: next.label, from: from + next.from, to: from + next.to });
            end = next.end;
        }
        if (end < text.length)
            this.blocks.push({ kind, from: from + end, text: text.slice(end) });
        return end < text.length;
    }
    #headingKind(level) {
        return level === 1 && this.#containers.length === 0 ? 'title' : 'text';
    }
    /** Adds the cells of a table row. Returns whether there are any. */
    #addCells(from, row) {
        const cells = cellsOf(row);
        for (const cell of cells) {
            this.blocks.push({ kind: 'text', from: from + cell.from, text: row.slice(cell.from, cell.to) });
        }
        return cells.length > 0;
    }
}

;// CONCATENATED MODULE: ./src/runbook/markdown/inline.ts


/**
 * Finds the links, images and HTML tags in the text of a block (CommonMark chapter 6, GFM autolinks), in linear time.
 * Skips emphasis, which never decides about a link. `labels` are the normalized labels that the document defines.
 */
function scanInline(text, labels) {
    const links = [];
    const tags = [];
    const brackets = [];
    /** A link contains no link: below this height, open brackets can only start images. */
    let inactive = 0;
    const codeSpanEnd = codeSpanScanner(text);
    const angleBracketEnd = angleBracketScanner(text);
    const closeBracket = (at) => {
        const open = brackets.pop();
        if (open === undefined)
            return at + 1;
        const active = open.image || brackets.length >= inactive;
        inactive = Math.min(inactive, brackets.length);
        const target = active ? (readTarget(text, at + 1) ?? readReference(text, open, at, labels)) : undefined;
        if (target === undefined)
            return at + 1;
        const { end, ...link } = target;
        links.push({ image: open.image, ...link });
        if (!open.image)
            inactive = brackets.length;
        return end;
    };
    const special = /[\\`<\]]|!?\[|:\/\/|www\./g;
    for (let found = special.exec(text); found !== null; found = special.exec(text)) {
        const at = found.index;
        switch (found[0]) {
            case '\\':
                if (PUNCTUATION.test(text[at + 1] ?? ''))
                    special.lastIndex++;
                break;
            case '`':
                special.lastIndex = codeSpanEnd(at);
                break;
            case '<': {
                const tagEnd = openTagEnd(text, at);
                if (tagEnd !== undefined)
                    tags.push({ from: at, to: tagEnd });
                special.lastIndex = tagEnd ?? angleBracketEnd(at);
                break;
            }
            case '[':
            case '![': {
                const last = brackets.at(-1);
                if (last !== undefined)
                    last.hasBracket = true;
                brackets.push({ at: special.lastIndex - 1, image: found[0] === '![', hasBracket: false });
                break;
            }
            case ']':
                special.lastIndex = closeBracket(at);
                break;
            default:
                // cmark-gfm looks for bare URLs outside brackets only.
                if (brackets.length === 0)
                    special.lastIndex = bareUrlEnd(text, at) ?? special.lastIndex;
        }
    }
    return { links, tags };
}
const TARGET_END = /[ \t]*(?:\n[ \t]*)?\)/y;
/** `(destination "title")`, both optional. */
function readTarget(text, at) {
    if (text[at] !== '(')
        return undefined;
    const destination = readDestination(text, at + 1);
    const titleEnd = destination && readTitle(text, destination.end);
    const end = matchAt(TARGET_END, text, titleEnd ?? destination?.end ?? at + 1);
    return end === undefined ? undefined : { end, destination };
}
/** `[label]`, `[]` or nothing after a text in brackets. */
function readReference(text, open, at, labels) {
    const end = readLabel(text, at + 1);
    const isShortcut = end === undefined || end === at + 3;
    if (isShortcut && (open.hasBracket || at - open.at > 1000))
        return undefined;
    const label = normalizeLabel(isShortcut ? text.slice(open.at + 1, at) : text.slice(at + 2, end - 1));
    return labels.has(label) ? { end: end ?? at + 1, label } : undefined;
}
/** Finds the end of a code span, or of the backticks alone if none starts there. */
function codeSpanScanner(text) {
    const readRuns = () => {
        const runs = Array.from(text.matchAll(/`+/g), ({ 0: run, index }) => ({ from: index, length: run.length }));
        return Map.groupBy(runs.reverse(), ({ length }) => length);
    };
    // Most blocks with links have no code.
    let byLength;
    return (at) => {
        byLength ??= readRuns();
        const length = (matchAt(/`+/y, text, at) ?? at) - at;
        const candidates = byLength.get(length) ?? [];
        while ((candidates.at(-1)?.from ?? Infinity) <= at)
            candidates.pop();
        return (candidates.at(-1)?.from ?? at) + length;
    };
}
const AUTOLINK = /<(?:[a-z][a-z\d+.-]{1,31}:[^<>\p{Cc} ]*|[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d][a-z\d.-]*)>/iuy;
const EMPTY_COMMENT = /<!---?>/y;
const DELIMITED = [
    [/<!--/y, '-->'],
    [/<\?/y, '?>'],
    [/<!\[CDATA\[/y, ']]>'],
    [/<![a-z]/iy, '>']
];
/** Finds the end of a closing tag, an autolink, a comment or the like that starts with `<`, or of the `<` alone. */
function angleBracketScanner(text) {
    /** Closing delimiters that do not occur again. */
    const absent = new Set();
    return (at) => {
        const end = matchAt(CLOSING_TAG, text, at) ?? matchAt(AUTOLINK, text, at) ?? matchAt(EMPTY_COMMENT, text, at);
        if (end !== undefined)
            return end;
        for (const [open, close] of DELIMITED) {
            const from = absent.has(close) ? undefined : matchAt(open, text, at);
            if (from === undefined)
                continue;
            const closeAt = text.indexOf(close, from);
            if (closeAt !== -1)
                return closeAt + close.length;
            absent.add(close);
        }
        return at + 1;
    };
}
/** Not white space or punctuation as cmark-gfm defines them. A longer host is not a DNS name. */
const HOST = /[^\t\n\f\r\p{Z}\p{P}$+<=>^`|~](?:[^\t\n\f\r\p{Z}\p{P}$+<=>^`|~]|[-._]){0,255}/uy;
const URL_REST = /[^ \t\n\v\f\r<]*/y;
/**
 * The end of a bare URL (GFM 6.9) with `://` or `www.` at `at`. It extends to the next white space: `https://x/[i](j)` contains
 * no link. The trailing punctuation that GFM cuts off never starts a link.
 */
function bareUrlEnd(text, at) {
    const hasScheme = text[at] === ':';
    const before = text.slice(Math.max(0, at - 6), at);
    if (!(hasScheme ? /(?<![a-z])(?:https?|ftp)$/i : /(?:^|[ \t\n\v\f\r*_~(])$/).test(before))
        return undefined;
    const hostStart = hasScheme ? at + 3 : at;
    const hostEnd = matchAt(HOST, text, hostStart);
    if (hostEnd === undefined || /_[^.]*(?:\.[^.]*)?$/.test(text.slice(hostStart, hostEnd)))
        return undefined;
    return matchAt(URL_REST, text, hostEnd);
}

;// CONCATENATED MODULE: ./src/runbook/markdown/destinations.ts



/**
 * Finds all destinations of a Markdown document in order: of inline links and images, of definitions, of `<a href>` and
 * `<img src>`. A definition that an image uses counts as an image.
 */
function findDestinations(markdown) {
    const found = [];
    const blocks = [...readBlocks(markdown)];
    const labels = new Set(blocks.flatMap((block) => (block.kind === 'definition' ? [block.label] : [])));
    const imageLabels = new Set();
    const add = (offset, { from, to }, image, syntax) => {
        found.push({ from: offset + from, to: offset + to, image, syntax });
    };
    const addHtml = (offset, html) => {
        for (const destination of htmlDestinations(html))
            add(offset, destination, destination.image, 'html');
    };
    for (const block of blocks) {
        if (block.kind === 'html')
            addHtml(block.from, block.text);
        // Most blocks have no links.
        if (block.kind === 'html' || block.kind === 'definition' || !/[\]<]/.test(block.text))
            continue;
        const { from, text } = block;
        const { links, tags } = scanInline(text, labels);
        for (const { image, destination, label } of links) {
            if (image && label !== undefined)
                imageLabels.add(label);
            if (destination !== undefined)
                add(from, destination, image, 'markdown');
        }
        for (const tag of tags)
            addHtml(from + tag.from, text.slice(tag.from, tag.to));
    }
    for (const block of blocks) {
        if (block.kind === 'definition')
            add(0, block, imageLabels.has(block.label), 'markdown');
    }
    return found.sort((one, other) => one.from - other.from);
}

// EXTERNAL MODULE: ./node_modules/entities/dist/decode.js + 4 modules
var dist_decode = __webpack_require__(9995);
;// CONCATENATED MODULE: ./src/runbook/url.ts

/**
 * Creates a function that resolves the destinations in one file: to a URL, safe where the destination stood, and the
 * decoded path from the repository's root, empty for the root. It returns `undefined` for a destination that must stay:
 * another scheme or host, an anchor or query of the same page, a placeholder, or a path outside the repository.
 */
function linkResolver(file, options) {
    const folder = file.split('/').slice(0, -1).map(encodeName);
    const bases = { blob: baseUrl(options, 'blob'), raw: baseUrl(options, 'raw'), tree: baseUrl(options, 'tree') };
    return (written, { syntax, image }) => {
        const { path, tail } = splitTail(written.trim(), syntax);
        if (path === '' || isExternal(path))
            return undefined;
        const segments = path.startsWith('/') ? [] : [...folder];
        for (const segment of path.split('/')) {
            const name = decodePercent(segment);
            // No file name in Git contains a slash, so `%2F` belongs to another server.
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
        // GitHub redirects `blob` to `tree` for other folders.
        const isFolder = /(?:^|\/)\.{0,2}$/.test(path);
        const base = bases[isFolder ? 'tree' : image ? 'raw' : 'blob'];
        const target = segments.join('/');
        const url = target === '' ? base : `${base}/${target}${path.endsWith('/') ? '/' : ''}`;
        return { url: url + balance(tail), path: decodePercent(target) };
    };
}
/** The URL of the repository's root on GitHub. */
function baseUrl({ serverUrl, repository, ref }, page) {
    return `${serverUrl}/${repository}/${page}/${ref.split('/').map(encodeName).join('/')}`;
}
/**
 * Schemes, `//host` (browsers also accept backslashes), control characters, and the placeholders `{{ }}`, `{% %}` and `<% %>`, of
 * which a destination in angle brackets has only `% %`.
 */
function isExternal(path) {
    return /^[a-z][a-z\d+.-]*:|^[/\\]{2}|^\\|\p{Cc}|\{\{|\{%|<%|^%[^]*%$/iu.test(path);
}
/** Splits a destination into its path, decoded as Markdown or HTML, and its query and fragment, as written. */
function splitTail(written, syntax) {
    const isMarkdown = syntax === 'markdown';
    const unit = isMarkdown ? /\\[!-/:-@[-`{-~]|&#?\w+;|[^\\&]+|[^]/g : /&#?\w+;?|[^&]+|[^]/g;
    const decodeEntity = isMarkdown ? dist_decode/* decodeHTMLStrict */.hl : dist_decode/* decodeHTMLAttribute */.Im;
    let path = '';
    let at = 0;
    for (const part of written.match(unit) ?? []) {
        const isEscape = isMarkdown && part.length === 2 && part.startsWith('\\');
        const decoded = isEscape ? part.slice(1) : part.startsWith('&') ? decodeEntity(part) : part;
        const end = decoded.search(/[?#]/);
        if (end !== -1)
            return { path: path + decoded.slice(0, end), tail: written.slice(at + end) };
        path += decoded;
        at += part.length;
    }
    return { path, tail: '' };
}
/** Encodes the parentheses of a query and fragment if they do not match: one of them would end the link. */
function balance(tail) {
    let depth = 0;
    for (const mark of tail.match(/\\?[()]/g) ?? []) {
        if (mark === '(')
            depth++;
        if (mark === ')' && --depth < 0)
            break;
    }
    return depth === 0 ? tail : tail.replace(/\\?([()])/g, (_, mark) => encodeCharacter(mark));
}
/** Encodes a name in Git, or a part of a branch name. */
function encodeName(name) {
    return encodeWritten(name.replaceAll('%', '%25'));
}
/** Encodes a part of a path in a link. Keeps percent escapes; encodes all that could end a destination or an attribute. */
function encodeWritten(segment) {
    return segment
        .replace(/%(?![\da-f]{2})/gi, '%25')
        .replace(/[^\w.~!$+,;:@%-]/gu, (character) => encodeURIComponent(character).replace(/[!'()*]/g, encodeCharacter));
}
function encodeCharacter(character) {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
/** Decodes percent escapes. Keeps those that are not UTF-8: they match no file, and reports show them as written. */
function decodePercent(segment) {
    return segment.replace(/(?:%[\da-f]{2})+/gi, (encoded) => {
        try {
            return decodeURIComponent(encoded);
        }
        catch {
            return encoded;
        }
    });
}

;// CONCATENATED MODULE: ./src/runbook/links.ts



/** In characters. V8 has no string of more than 2^29. */
const MAX_CONTENT = 2 ** 27;
/** Refuses a text whose links, each with the URL of the repository and the folder, could exceed the limits of memory. */
function checkLinks(markdown, path, options) {
    const added = baseUrl(options, 'blob').length + encodeURIComponent(path).length;
    // The shortest link, `[](a)`, has five characters.
    if ((markdown.length / 5) * added <= MAX_CONTENT)
        return undefined;
    const links = markdown.match(/\](?:\(|\s*:)|<(?:a|img)\s/gi)?.length ?? 0;
    if (links * added <= MAX_CONTENT)
        return undefined;
    const message = `The file has ${links} links; as absolute links they would need more than ${MAX_CONTENT} characters.`;
    return refused(message, 'Split it, or set `links: keep`.');
}
/** Makes relative links and images absolute, and changes nothing else. The Markdown starts at `start` of `text`. */
function makeLinksAbsolute(text, start, path, options) {
    const markdown = text.slice(start);
    const resolve = linkResolver(path, options);
    const targets = [];
    const parts = [];
    let end = 0;
    let line = text.slice(0, start).split('\n').length;
    for (const destination of findDestinations(markdown)) {
        const { from, to } = destination;
        const resolved = resolve(markdown.slice(from, to), destination);
        if (resolved === undefined)
            continue;
        const before = markdown.slice(end, from);
        line += before.split('\n').length - 1;
        parts.push(before, resolved.url);
        end = to;
        if (resolved.path !== '')
            targets.push({ path: resolved.path, line });
    }
    parts.push(markdown.slice(end));
    return { content: parts.join(''), targets };
}

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
;// CONCATENATED MODULE: ./src/runbook/name.ts


/** A longer name is a paragraph that became a heading by mistake. */
const name_MAX_LENGTH = 1000;
/** Whether a file stands for its folder. */
function isIndex(path) {
    return /^(?:readme|_?index)$/i.test(external_node_path_.posix.parse(path).name);
}
/**
 * Fills in a checked template. Refuses an empty name and control characters. Without a title, a README or index file has
 * the name of its folder, another file its own. `findTitle` is called only if the template uses the title.
 */
function nameOf({ nameTemplate, repository }, path, findTitle) {
    const { dir, name: stem } = external_node_path_.posix.parse(path);
    const fallback = isIndex(path) ? external_node_path_.posix.basename(dir === '' ? repository : dir) : stem;
    // A long title in a repeated variable could exceed the memory. A space at the cut would be trimmed.
    const title = nameTemplate.includes('{title}') ? collapse(findTitle() ?? fallback).slice(0, name_MAX_LENGTH + 2) : '';
    const values = new Map(Object.entries({ title, path, dir, stem, repository }));
    const name = collapse(nameTemplate.replace(/\{(\w+)\}/g, (_, variable) => values.get(variable) ?? ''));
    if (name.length > name_MAX_LENGTH)
        return refusedName(`is longer than ${name_MAX_LENGTH} characters`);
    if (/\p{Cc}|\p{Cs}/u.test(name))
        return refusedName('contains a control character');
    if (/^[\p{Cf}\p{Z}]*$/u.test(name))
        return refusedName('is empty');
    return name;
}
function refusedName(words) {
    return refused(`The name ${words}.`, 'Add a `title` to the front matter, or change the `name` template.');
}
function collapse(text) {
    return text.replace(/\s+/g, ' ').trim();
}

;// CONCATENATED MODULE: ./src/runbook/title.ts



/** In characters. The inline parser takes quadratic time, and no longer heading is a name. */
const title_MAX_LENGTH = 4096;
const inlineParser = new markdown_it/* default */.A('commonmark').enable('strikethrough');
// The default rejects `javascript:` links; here only the text of a link counts.
inlineParser.validateLink = () => true;
/** The first top-level H1 with text, as plain text. Headings in lists and block quotes do not count. */
function firstHeading(markdown) {
    let references;
    for (const block of readBlocks(markdown)) {
        if (block.kind !== 'title')
            continue;
        const source = block.text.trim();
        if (source.length > title_MAX_LENGTH)
            return collapse(source);
        if (source.includes('['))
            references ??= readReferences(markdown);
        const [inline] = inlineParser.parseInline(source, { references: references ?? {} });
        const text = collapse(plainText(inline?.children ?? []));
        if (text !== '')
            return text;
    }
    return undefined;
}
/** The labels that a document defines, as markdown-it expects them. */
function readReferences(markdown) {
    const definitions = [...readBlocks(markdown)].filter((block) => block.kind === 'definition');
    return Object.fromEntries(definitions.map(({ label }) => [label, { href: '', title: '' }]));
}
/** Text as readers see it: without markup and HTML, images as their alternative text. */
function plainText(tokens) {
    const parts = tokens.map((token) => {
        if (token.type === 'image')
            return plainText(token.children ?? []);
        if (token.type === 'softbreak' || token.type === 'hardbreak')
            return ' ';
        return token.type === 'html_inline' ? '' : token.content;
    });
    return parts.join('');
}

;// CONCATENATED MODULE: ./src/runbook/runbook.ts





/** Reads one file as a runbook, in linear time. `path` begins at the repository's root and has slashes. */
function readRunbook(path, content, options) {
    const text = decode(content, options.maxBytes);
    if (typeof text !== 'string')
        return text;
    const frontMatter = readFrontMatter(text);
    if ('kind' in frontMatter)
        return frontMatter;
    const { end } = frontMatter;
    const markdown = text.slice(end);
    const name = nameOf(options, path, () => frontMatter.title ?? firstHeading(markdown));
    const skipped = { kind: 'skipped', name: typeof name === 'string' ? name : undefined };
    if (frontMatter.exclusion !== undefined)
        return { ...skipped, reason: frontMatter.exclusion };
    if (markdown.trim() === '') {
        // Static site generators need an index page in each folder, often without text.
        if (isIndex(path))
            return { ...skipped, reason: 'index page without text' };
        return { ...skipped, reason: 'no text', hint: 'Write some, or remove the file.' };
    }
    if (typeof name !== 'string')
        return name;
    const convert = () => {
        const start = options.frontMatter === 'keep' ? 0 : end;
        if (options.links === 'keep')
            return { content: text.slice(start), targets: [] };
        const { content, targets } = makeLinksAbsolute(text, end, path, options);
        return { content: text.slice(start, end) + content, targets };
    };
    const tooLarge = options.links === 'keep' ? undefined : checkLinks(markdown, path, options);
    return tooLarge ?? { kind: 'runbook', name, convert };
}


/***/ })

};
