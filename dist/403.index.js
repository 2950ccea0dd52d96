export const id = 403;
export const ids = [403];
export const modules = {

/***/ 8403:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  planRun: () => (/* binding */ planRun),
  syncRun: () => (/* binding */ syncRun)
});

// EXTERNAL MODULE: ./src/changes/changes.ts + 3 modules
var changes_changes = __webpack_require__(9226);
// EXTERNAL MODULE: ./src/errors.ts
var errors = __webpack_require__(3916);
// EXTERNAL MODULE: ./src/event.ts
var src_event = __webpack_require__(807);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
;// CONCATENATED MODULE: ./src/sync/orphans.ts

/**
 * The names that texts of the range had and no selected runbook has: some run may have created their entries.
 *
 * @param named the selected runbooks.
 * @param current the selected files at the tip, by path.
 */
async function findOrphans({ changed, removed }, named, current, reader) {
    const texts = [...changed, ...removed].flatMap((file) => (0,changes_changes/* textsOf */.CB)(file).map((text) => ({ ...text, wasDelivered: text.id === file.before })));
    const nameAt = new Map(named.map(({ path, name }) => [path, name]));
    const inUse = new Set(nameAt.values());
    const added = new Map(changed.filter(({ before }) => before === undefined).map(({ id, path }) => [id, path]));
    const orphans = new Map();
    for (const [{ path, id, wasDelivered }, reading] of await reader.names(texts, () => false)) {
        const now = current.get(path);
        // A refused file keeps its entry until it can be read.
        if (reading.kind !== 'runbook' || inUse.has(reading.name) || now?.kind === 'refused')
            continue;
        const { name } = reading;
        const known = orphans.get(name);
        const movedTo = now === undefined ? added.get(id) : path;
        const nameNow = movedTo === undefined ? undefined : nameAt.get(movedTo);
        known?.texts.push({ path, id });
        orphans.set(name, {
            name,
            path,
            texts: known?.texts ?? [{ path, id }],
            reason: now !== undefined ? reasonFor(now) : movedTo === undefined ? 'was removed' : 'was moved',
            certain: known?.certain === true || wasDelivered,
            replacement: movedTo === undefined || nameNow === undefined ? known?.replacement : { path: movedTo, name: nameNow }
        });
    }
    return [...orphans.values()];
}
function reasonFor(now) {
    return now.kind === 'runbook' ? 'was given another name' : 'was taken out of the knowledge base';
}
/** @param more what becomes of the entry. */
function orphaned({ path, name, reason, replacement }, more) {
    const now = replacement === undefined ? '' : `, now ${replacement.path} (“${replacement.name}”)`;
    return { path, name, outcome: 'orphaned', reason: `Its runbook ${reason}${now}. ${more}`.trimEnd() };
}

;// CONCATENATED MODULE: ./src/sync/plan.ts



/**
 * Decides what becomes of every runbook. Reads the names of all selected runbooks, not only of the changed ones: the
 * service keeps one entry a name, so that the second of two with one name would silently replace the first.
 */
async function makePlan({ selected, changed, removed }, files, reader, shard) {
    // A green run has no refused runbooks, so unchanged runbooks need no check.
    if (changed.length === 0 && removed.length === 0)
        return EMPTY;
    const changedPaths = new Set(changed.map(({ path }) => path));
    const earlier = [...changed, ...removed].flatMap(changes_changes/* textsOf */.CB);
    await files.prefetch(new Set([...selected.files, ...earlier].map(({ id }) => id)));
    const readings = await reader.names(selected.files, ({ path }) => changedPaths.has(path));
    const named = [];
    const notSent = [];
    for (const [file, reading] of readings) {
        if (reading.kind === 'runbook') {
            named.push({ ...file, name: reading.name });
        }
        else if (changedPaths.has(file.path)) {
            const { kind: outcome, ...why } = reading;
            notSent.push({ path: file.path, outcome, ...why });
        }
    }
    const current = new Map(readings.map(([{ path }, reading]) => [path, reading]));
    const groups = Map.groupBy(named, ({ name }) => foldName(name));
    const unique = [];
    for (const group of groups.values()) {
        if (group.length === 1)
            unique.push(...group);
        else if (group.some(({ path }) => changedPaths.has(path)))
            notSent.push(...group.map((item) => duplicate(item, group)));
    }
    return {
        send: unique.filter(({ path, name }) => changedPaths.has(path) && inShard(name, shard)),
        notSent: notSent.filter(({ path, name }) => inShard(name ?? path, shard)),
        orphans: await findOrphans({ changed, removed }, named, current, reader),
        named: unique,
        isNameInUse: (name) => groups.has(foldName(name))
    };
}
const EMPTY = { send: [], notSent: [], orphans: [], named: [], isNameInUse: () => false };
/** Whether an entry belongs to a part: each name belongs to one, and the parts are about equal in size. */
function inShard(name, shard) {
    if (shard === undefined)
        return true;
    return parseInt((0,external_node_crypto_.hash)('sha256', name, 'hex').slice(0, 12), 16) % shard.count === shard.index - 1;
}
/** A service may take two names for one that differ only in case or Unicode form. */
function foldName(name) {
    // Upper case first: it joins what lower case keeps apart (ß and ss, ς and σ), as full case folding does.
    return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}
/** Names three others at most: the message of each of 20,000 duplicates must not grow with their number. */
function duplicate(item, group) {
    const others = group
        .slice(0, 4)
        .filter((other) => other !== item)
        .slice(0, 3);
    const more = group.length - 1 - others.length;
    const listed = others.map(({ path }) => path).join(', ') + (more > 0 ? ` and ${more} more` : '');
    const spelling = others.every(({ name }) => name === item.name)
        ? ''
        : ' (the names differ in case or Unicode form only)';
    const exclusion = (0,changes_changes/* exclusionOf */.ah)(item.path);
    const leaveOut = exclusion === undefined ? '' : `, or leave this one out: add the line \`${exclusion}\` at the end of \`files\``;
    return {
        path: item.path,
        name: item.name,
        outcome: 'refused',
        reason: `Duplicate name “${item.name}”, also of ${listed}${spelling}: one entry would replace the other.`,
        hint: `Give each a \`title\` of its own in the front matter${leaveOut}.`
    };
}

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
    const { contents, errors, warnings } = (0,dist/* parseDocument */.Tp)(yaml, { schema: 'core', prettyErrors: false });
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
    const runs = Array.from(text.matchAll(/`+/g), ({ 0: run, index }) => ({ from: index, length: run.length }));
    const byLength = Map.groupBy(runs.reverse(), ({ length }) => length);
    return (at) => {
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
    const unit = syntax === 'markdown' ? /\\([!-/:-@[-`{-~])|&#?\w+;|[^\\&]+|[^]/g : /&#?\w+;?|[^&]+|[^]/g;
    const decodeEntity = syntax === 'markdown' ? dist_decode/* decodeHTMLStrict */.hl : dist_decode/* decodeHTMLAttribute */.Im;
    const path = [];
    for (const { 0: part, 1: escaped, index } of written.matchAll(unit)) {
        const decoded = escaped ?? (part.startsWith('&') ? decodeEntity(part) : part);
        const end = decoded.search(/[?#]/);
        if (end !== -1)
            return { path: path.join('') + decoded.slice(0, end), tail: written.slice(index + end) };
        path.push(decoded);
    }
    return { path: path.join(''), tail: '' };
}
/** Encodes the parentheses of a query and fragment if they do not match: one of them would end the link. */
function balance(tail) {
    let depth = 0;
    for (const [mark] of tail.matchAll(/\\?[()]/g)) {
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
    // A long title in a repeated variable could exceed the memory.
    const title = nameTemplate.includes('{title}') ? collapse(findTitle() ?? fallback).slice(0, name_MAX_LENGTH + 1) : '';
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

;// CONCATENATED MODULE: ./src/sync/broken-links.ts
/** Links of one run that are checked, so that memory is bounded. */
const MAX_LINKS = 20_000;
/** Collects the targets of relative links and finds those that do not exist. */
class BrokenLinks {
    /** Runbooks and their links, by their JSON: a line may have a link twice, and a runbook may be added twice. */
    #links = new Map();
    add(runbook, targets) {
        for (const target of targets) {
            if (this.#links.size === MAX_LINKS)
                return;
            this.#links.set(JSON.stringify([runbook, target]), [runbook, target]);
        }
    }
    /** A warning for each link whose target `commit` lacks. */
    async find(files, commit) {
        const links = [...this.#links.values()];
        const missing = await files.missing(commit, new Set(links.map(([, target]) => target.path)));
        return links
            .filter(([, target]) => missing.has(target.path))
            .map(([path, { path: target, line }]) => {
            const message = `The link target ${target} does not exist. Correct the link, or add the file.`;
            return { level: 'warning', path, line, message };
        });
    }
}

;// CONCATENATED MODULE: ./src/sync/reader.ts


/** Files that are read at a time: enough to keep the pipe to Git full. */
const READERS = 16;
/** Bytes of texts that are kept, so that a runbook is read once; a full sync of more reads the rest again. */
const MAX_CACHE = 16 * 1024 * 1024;
/** Reads runbooks and keeps those that will be sent. */
class RunbookReader {
    /** Of the texts that were converted. */
    links = new BrokenLinks();
    #files;
    #options;
    #cache = new Map();
    #cached = 0;
    constructor(files, options) {
        this.#files = files;
        this.#options = options;
    }
    /** @param keep whether the text is needed again. */
    async read(file, keep = false) {
        const key = keyOf(file);
        const known = this.#cache.get(key);
        if (known !== undefined)
            return known;
        const content = await this.#files.read(file, this.#options.maxBytes);
        const result = readRunbook(file.path, content, this.#options);
        const size = content.kind === 'bytes' ? content.bytes.length : 0;
        if (keep && this.#cached + size <= MAX_CACHE) {
            this.#cached += size;
            this.#cache.set(key, result);
        }
        return result;
    }
    /** The text of a runbook's entry; undefined where the file changed while the job ran. */
    async text({ name, ...file }) {
        const result = await this.read(file);
        if (result.kind !== 'runbook' || result.name !== name)
            return undefined;
        const { content, targets } = result.convert();
        this.links.add(file.path, targets);
        return content;
    }
    /**
     * Reads many files at a time. Returns each with its name, in the same order.
     *
     * @param keep whether the text of a file is needed again.
     */
    async names(files, keep) {
        const readings = new Array(files.length);
        const next = files.entries();
        const work = async () => {
            for (const [at, file] of next) {
                const result = await this.read(file, keep(file));
                readings[at] = [file, result.kind === 'runbook' ? { kind: 'runbook', name: result.name } : result];
            }
        };
        await Promise.all(Array.from({ length: READERS }, work));
        return readings;
    }
}
/** Links are relative to the path, so that one text can be two runbooks. */
function keyOf({ path, id }) {
    return `${id} ${path}`;
}

// EXTERNAL MODULE: ./src/git/git.ts + 9 modules
var git = __webpack_require__(4244);
// EXTERNAL MODULE: ./src/knowledge/api-types.ts
var api_types = __webpack_require__(4028);
// EXTERNAL MODULE: ./src/knowledge/response.ts + 1 modules
var response = __webpack_require__(6476);
;// CONCATENATED MODULE: ./src/knowledge/list.ts




/** Page sizes to try: a smaller one where a page is refused or too large to read. Each divides the one before. */
const PAGE_SIZES = [100, 20, 4, 1];
/** Pages of a complete reading: 200,000 entries. */
const ALL_PAGES = 2000;
/** Stands for a list that was not read. */
const NO_LIST = { extent: 'unreadable', why: 'it was not read', entries: new Map() };
/**
 * Reads the list page by page.
 *
 * @param maxPages pages of 100 entries at most.
 * @param onPage gets the entries of each page, contents included, before the next page is read.
 * @throws {ActionError} only where the run has ended; other failures make the list `partial` or `unreadable`.
 */
async function readList(client, maxPages, onPage) {
    const entries = new Map();
    /** Name and id of every entry. */
    const seen = new Set();
    const end = (why) => {
        return { extent: why === '' ? 'complete' : seen.size > 0 ? 'partial' : 'unreadable', why, entries };
    };
    let size = PAGE_SIZES[0];
    /** Entries on the pages before. */
    let start = 0;
    while (start < maxPages * PAGE_SIZES[0]) {
        const number = api_types/* FIRST_PAGE */.XB + start / size;
        let answer;
        try {
            answer = await client.listPage(number, size);
        }
        catch (error) {
            if (client.ended !== undefined || !(error instanceof response/* RequestError */.G))
                throw error;
            const smaller = PAGE_SIZES[PAGE_SIZES.indexOf(size) + 1];
            if (!error.tooLarge || smaller === undefined) {
                return end(`page ${number} of the list cannot be read (${error.message.replace(/\.$/, '')})`);
            }
            size = smaller;
            continue;
        }
        const page = parsePage(answer);
        if (page === undefined)
            return end('the list has an unknown form');
        const { total = 0 } = page;
        if (page.entries.length === 0) {
            return end(seen.size < total ? `the list names ${total} entries and shows ${seen.size}` : '');
        }
        await onPage?.(page.entries);
        const seenBefore = seen.size;
        for (const { name, id, content } of page.entries) {
            const { count } = entries.get(name) ?? { count: 0 };
            const key = JSON.stringify([name, id]);
            const hash = content === undefined ? undefined : contentHash(content);
            entries.set(name, { count: seen.has(key) ? count : count + 1, hash });
            seen.add(key);
        }
        if (seen.size === seenBefore)
            return end('the list repeats a page');
        if (page.total !== undefined && seen.size >= total)
            return end('');
        start += size;
    }
    return { extent: 'bounded', why: `the list has more than ${maxPages} pages`, entries };
}
/** Stands for a content where contents cannot be kept: SHA-256 of its UTF-8, base64url. */
function contentHash(content) {
    return (0,external_node_crypto_.hash)('sha256', content, 'base64url');
}
/** Where lists commonly have their entries, at the top or inside `data` or `result`. */
const ARRAY_KEYS = ['items', 'entries', 'list', 'records', 'results', 'rows', 'knowledge', 'data', 'result'];
const TOTAL_KEYS = ['total', 'total_count', 'totalCount'];
const ID_KEYS = ['id', '_id', 'uuid', 'entry_id', 'knowledge_id'];
/** The entries of a page; undefined for a form that is not known. */
function parsePage(answer) {
    const holders = [answer, (0,src_event/* field */.ZZ)(answer, 'data'), (0,src_event/* field */.ZZ)(answer, 'result')];
    const valuesOf = (keys) => holders.flatMap((holder) => keys.map((key) => (0,src_event/* field */.ZZ)(holder, key)));
    const lists = [answer, ...valuesOf(ARRAY_KEYS)];
    // Some services write an empty array as null.
    const rows = lists.find((value) => Array.isArray(value)) ?? (lists.includes(null, 1) ? [] : undefined);
    if (rows === undefined)
        return undefined;
    const entries = [];
    for (const row of rows) {
        const name = (0,src_event/* field */.ZZ)(row, 'name');
        const content = (0,src_event/* field */.ZZ)(row, 'content');
        if (typeof name !== 'string')
            return undefined;
        const id = ID_KEYS.map((key) => (0,src_event/* field */.ZZ)(row, key)).find((value) => typeof value === 'string' || typeof value === 'number');
        entries.push({ name, id, content: typeof content === 'string' ? content : undefined });
    }
    const total = valuesOf(TOTAL_KEYS).find((value) => typeof value === 'number' && value >= 0);
    return { entries, total };
}

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: ./node_modules/diff/libesm/patch/create.js + 2 modules
var create = __webpack_require__(7291);
;// CONCATENATED MODULE: ./src/sync/difference.ts

const MAX_LINES = 60;
/** Changed lines beyond which no difference is computed: the time grows with their square. */
const MAX_EDIT_LENGTH = 1000;
/** A unified difference of two texts: 60 lines at most, without the names of files. */
function differenceOf(before, after) {
    const patch = (0,create/* structuredPatch */.YB)('', '', before, after, undefined, undefined, {
        context: 2,
        maxEditLength: MAX_EDIT_LENGTH
    });
    if (patch === undefined)
        return [`(more than ${MAX_EDIT_LENGTH} lines differ)`];
    const lines = patch.hunks.flatMap((hunk) => [
        `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
        ...hunk.lines
    ]);
    return lines.length <= MAX_LINES
        ? lines
        : [...lines.slice(0, MAX_LINES - 1), `(${lines.length - MAX_LINES + 1} more lines)`];
}

;// CONCATENATED MODULE: ./src/sync/retirement-note.ts

const TITLE = '**This runbook is retired. Do not follow it.**';
/** The note that replaces the text of a retired entry. Paths and names stand in code spans, in which nothing is markup. */
function retirementNote(orphan, { job, changes }, date) {
    const { path, reason, replacement } = orphan;
    const { repository, serverUrl } = job;
    const commit = `[\`${(0,src_event/* shortId */.m_)(changes.tip)}\`](${serverUrl}/${repository}/commit/${changes.tip})`;
    const instead = replacement === undefined
        ? 'Nothing replaces it.'
        : `Use ${codeSpan(replacement.name)} instead (\`${repository}\`, ${codeSpan(replacement.path)}).`;
    return (`${TITLE}\n\nIts runbook ${codeSpan(path)} ${reason} as of commit ${commit} of ${date} ` +
        `(branch ${codeSpan((0,src_event/* shortRef */.m3)(job.ref))} of \`${repository}\`). ${instead}\n`);
}
/** Whether a text is such a note, unedited as far as its form tells. */
function isRetirementNote(content) {
    const note = content.trimEnd();
    return (note.startsWith(`${TITLE}\n\nIts runbook \``) &&
        note.split('\n').length === 3 &&
        (note.endsWith('`). Nothing replaces it.') || note.endsWith('`).')));
}
/** A code span for any text: its fence is longer than every run of backticks in it (CommonMark 0.31, 6.1). */
function codeSpan(text) {
    const line = text.replace(/\s+/g, ' ');
    const longest = (line.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0);
    const fence = '`'.repeat(longest + 1);
    return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

;// CONCATENATED MODULE: ./src/sync/comparison.ts






/** Commits of history in which a text is looked for that no commit of the range has. */
const MAX_HISTORY = 1000;
/** Differences that are computed; the summary shows no more. */
const MAX_DIFFERENCES = 20;
/**
 * Reads the list and compares its texts with the runbooks to be sent. A sync saves each text that Git does not know:
 * somebody wrote it in the assistant, and the upsert would destroy it.
 */
async function compareWithList(context, plan, maxPages) {
    const { reader, texts } = context;
    const byName = new Map(plan.send.map((item) => [item.name, item]));
    /** Whether all entries of a runbook have the current text. */
    const equal = new Map();
    const different = [];
    /** A list may repeat a page. */
    const seen = new Set();
    const compare = async ({ name, content }) => {
        const item = byName.get(name);
        if (item === undefined || content === undefined)
            return;
        const isEqual = content === (await reader.text(item));
        equal.set(item, isEqual && equal.get(item) !== false);
        if (isEqual)
            return;
        const key = comparison_keyOf(name, contentHash(content));
        if (seen.has(key) || isRetirementNote(content))
            return;
        seen.add(key);
        // Saved at once: memory does not hold a knowledge base.
        different.push({ item, key, file: await texts.save(item.path, name, content) });
    };
    const list = await readList(context.client, maxPages, async (entries) => {
        for (const entry of entries)
            await compare(entry);
    });
    const known = await knownTexts(context, different);
    const replaced = context.inputs.manualEdits === 'save';
    const isKept = replaced && context.mode === 'sync';
    const edits = [];
    for (const { item, key, file } of different) {
        if (known.has(key)) {
            await (0,promises_.rm)(file);
            continue;
        }
        // A public repository must not publish what the knowledge base holds.
        const isShown = context.job.isPrivate && edits.length < MAX_DIFFERENCES;
        const now = isShown ? await reader.text(item) : undefined;
        const difference = now === undefined ? undefined : differenceOf(await texts.read(file), now);
        if (!isKept)
            await (0,promises_.rm)(file);
        edits.push({ item, replaced, file: isKept ? file : '', difference });
    }
    return { list, unchanged: plan.send.filter((item) => equal.get(item) === true), edits };
}
/** Whether Git knows the text that the list shows for a name. */
async function isKnownText(context, list, name, texts) {
    const entry = list.entries.get(name);
    if (entry?.count !== 1 || entry.hash === undefined)
        return false;
    const known = await hashesOf(context, texts, new Set([name]));
    return known.has(comparison_keyOf(name, entry.hash));
}
/** Which of the texts Git knows: from the range, or else from the recent history. */
async function knownTexts(context, wanted) {
    const { changes, files, matches } = context;
    const ofRange = [...changes.changed, ...changes.removed].flatMap(changes_changes/* textsOf */.CB);
    const known = await hashesOf(context, ofRange, namesOf(wanted));
    const rest = wanted.filter(({ key }) => !known.has(key));
    if (rest.length === 0 || !(files instanceof git/* Repository */.LN))
        return known;
    // Where the range is known, only a runbook that is back has an older text: under its own path.
    const paths = new Set(rest.map(({ item }) => item.path));
    const edges = await files.recentEdges(changes.tip, MAX_HISTORY);
    const isWanted = changes.kind === 'full' ? matches : (path) => paths.has(path);
    const recent = await files.versions(changes.tip, edges, isWanted);
    const older = [...recent].flatMap(([path, texts]) => (0,changes_changes/* textsOf */.CB)({ path, ...texts }));
    return new Set([...known, ...(await hashesOf(context, older, namesOf(rest)))]);
}
async function hashesOf({ files, reader }, texts, names) {
    if (names.size === 0)
        return new Set();
    await files.prefetch(new Set(texts.map(({ id }) => id)));
    const hashes = new Set();
    for (const text of texts) {
        const result = await reader.read(text);
        if (result.kind === 'runbook' && names.has(result.name)) {
            hashes.add(comparison_keyOf(result.name, contentHash(result.convert().content)));
        }
    }
    return hashes;
}
function namesOf(texts) {
    return new Set(texts.map(({ item }) => item.name));
}
function comparison_keyOf(name, hash) {
    return `${hash} ${name}`;
}

// EXTERNAL MODULE: external "node:timers/promises"
var external_node_timers_promises_ = __webpack_require__(8500);
;// CONCATENATED MODULE: ./src/sync/deliver.ts



/** Failures that concern every entry, if they come before the first success. */
const SYSTEMIC = ['forbidden', 'wrong-address', 'unreachable'];
const RUN_AGAIN = 'Run the job again when nothing writes it.';
/**
 * Sends entries. The failure of one is its outcome; a failure that concerns all ends the run: a rejected token, a
 * cancellation, no success for too long, or, before the first success, answers to all entries or to twice `concurrency`
 * of them that say that the address or the permission is wrong.
 *
 * @returns the items that were accepted, in this order.
 * @throws {ActionError} that ended the run; what was not sent is recorded as pending.
 */
async function deliver({ client, inputs, record }, { items, textOf, outcome, afterFirst }) {
    const accepted = [];
    /** Systemic failures before the first success. */
    const early = [];
    const recordFailure = ({ path, name }, error) => {
        const attempts = error instanceof response/* RequestError */.G ? error.attempts : 0;
        if (error === client.ended) {
            record({ path, name, outcome: 'pending', reason: 'The run ended before it was delivered.', attempts });
        }
        else {
            const hint = error instanceof errors/* ActionError */.lZ ? error.hint : undefined;
            record({ path, name, outcome: 'failed', reason: (0,errors/* messageOf */.bD)(error), hint, attempts });
        }
    };
    let turn = Promise.resolve();
    const send = async (item) => {
        const { path, name } = item;
        try {
            if (client.ended !== undefined)
                throw client.ended;
            // Converts one text at a time, and lets answers arrive in between.
            turn = turn.then(() => (0,external_node_timers_promises_.setImmediate)());
            await turn;
            const content = await textOf(item);
            if (content === undefined)
                throw new errors/* ActionError */.lZ('input', 'The file changed while the job ran.', RUN_AGAIN);
            const attempts = await client.upsert({ name, content });
            accepted.push(item);
            record({ path, name, outcome, reason: '', attempts });
        }
        catch (error) {
            const isSystemic = error instanceof response/* RequestError */.G && error !== client.ended && SYSTEMIC.includes(error.kind);
            if (!isSystemic || accepted.length > 0) {
                recordFailure(item, error);
                return;
            }
            early.push({ item, error });
            if (early.length >= 2 * inputs.concurrency)
                client.end(error);
        }
    };
    const [first, ...rest] = items;
    if (first !== undefined && afterFirst !== undefined) {
        await send(first);
        if (accepted.length > 0)
            await afterFirst(first);
    }
    const next = (afterFirst === undefined ? items : rest).values();
    const work = async () => {
        for (const item of next)
            await send(item);
    };
    await Promise.all(Array.from({ length: inputs.concurrency }, work));
    const [failure] = early;
    if (failure !== undefined && early.length === items.length)
        client.end(failure.error);
    for (const { item, error } of early)
        recordFailure(item, client.ended ?? error);
    if (client.ended !== undefined)
        throw client.ended;
    return accepted;
}

;// CONCATENATED MODULE: ./src/sync/retire.ts






/**
 * Replaces the texts of orphaned entries by a note. Leaves an entry alone unless the list shows it completely, once, with
 * a text that Git knows, and no runbook has a similar name.
 *
 * @returns how many were retired.
 */
async function retire(context, names, orphans) {
    const { client, files, changes, record } = context;
    const notes = new Set();
    const list = await readList(client, ALL_PAGES, (entries) => {
        for (const { name, content = '' } of entries)
            if (isRetirementNote(content))
                notes.add(name);
    });
    const obstacle = async ({ name, texts }) => {
        if (names.isNameInUse(name))
            return 'another runbook has nearly the same name';
        if (list.extent !== 'complete')
            return list.why;
        if (notes.has(name))
            return 'its entry already says so';
        const isKnown = await isKnownText(context, list, name, texts);
        return isKnown ? undefined : 'its text in the assistant is not one that Git knows';
    };
    const date = files instanceof git/* Repository */.LN ? await files.dateOf(changes.tip) : '';
    const items = [];
    for (const orphan of orphans) {
        const why = await obstacle(orphan);
        if (why !== undefined)
            record(orphaned(orphan, `Not retired: ${why}.`));
        else
            items.push(orphan);
    }
    const textOf = (orphan) => retirementNote(orphan, context, date);
    return (await deliver(context, { items, textOf, outcome: 'retired' })).length;
}

;// CONCATENATED MODULE: ./src/sync/verify.ts




/** Readings of the list before an entry counts as missing, and milliseconds between two of them. */
const READINGS = 3;
const INTERVAL = 2000;
/** The runbooks in the order in which they are sent: first one whose entry exists once, if there is one. */
function inOrder(items, before) {
    const first = items.find(({ name }) => before.entries.get(name)?.count === 1);
    return first === undefined ? items : [first, ...items.filter((item) => item !== first)];
}
/**
 * Ends the run with an error of kind `copies` if the service made a second entry instead of updating the first. Sends an
 * entry that is new a second time.
 *
 * @param item the first entry that was accepted.
 */
async function checkUpdate(context, item, before) {
    const { client, reader, diagnose } = context;
    const { name } = item;
    const known = before.entries.get(name)?.count ?? 0;
    try {
        const content = known === 0 ? await reader.text(item) : undefined;
        if (content !== undefined)
            await client.upsert({ name, content });
        if (!(await isCopied(context, name, Math.max(1, known))))
            return;
    }
    catch (error) {
        if (client.ended !== undefined || !(error instanceof response/* RequestError */.G))
            throw error;
        const message = `Whether the service updates entries or copies them was not checked: ${error.message}`;
        diagnose({ level: 'notice', message });
        return;
    }
    client.end(new errors/* ActionError */.lZ('copies', `The service made a second entry “${name}” instead of updating the first.`, 'Remove the copy in the assistant, and ask those who operate the service how an upsert finds the entry to update. ' +
        'Nothing else was sent.'));
}
/** Looks twice: a list may lag behind. */
async function isCopied({ client, signal }, name, expected) {
    for (let reading = 1;; reading++) {
        const { entries } = await readList(client, ALL_PAGES);
        if ((entries.get(name)?.count ?? 0) <= expected)
            return false;
        if (reading === 2)
            return true;
        await (0,external_node_timers_promises_.setTimeout)(INTERVAL, undefined, { signal });
    }
}
/**
 * Checks that the list shows what was accepted, and records what is missing as failed. An entry is missing only if the
 * list shows one that was created after it; anything else may be a delay, and is reported as not verified.
 *
 * @param accepted in the order of delivery.
 */
async function verify({ client, signal, record, diagnose }, accepted, before) {
    const [first] = accepted;
    if (first === undefined)
        return;
    const cannot = (why) => {
        diagnose({ level: 'notice', message: `The list cannot confirm that everything arrived: ${why}.` });
    };
    let after = await readList(client, ALL_PAGES);
    const isMissing = ({ name }) => !after.entries.has(name);
    for (let reading = 1; reading < READINGS && after.extent === 'complete' && accepted.some(isMissing); reading++) {
        await (0,external_node_timers_promises_.setTimeout)(INTERVAL, undefined, { signal });
        after = await readList(client, ALL_PAGES);
    }
    if (after.extent !== 'complete' || isMissing(first)) {
        // A list that begins elsewhere than at page 1 lacks the oldest entries.
        cannot(after.extent === 'complete' ? 'it does not show the first entry that was sent' : after.why);
        return;
    }
    const created = accepted.filter(({ name }) => !before.entries.has(name));
    const lastShown = created.findLastIndex((item) => !isMissing(item));
    const missing = created.slice(0, Math.max(0, lastShown)).filter(isMissing);
    const late = accepted.filter(isMissing).length - missing.length;
    if (late > 0)
        cannot(`it does not show ${late} of ${accepted.length} entries, which may be a delay`);
    for (const { path, name } of missing) {
        const reason = 'The service accepted the entry, and its list does not show it.';
        const hint = 'Look for the entry in the assistant; if it is not there, ask those who operate the service.';
        record({ path, name, outcome: 'failed', reason, hint, attempts: 1 });
    }
}
/** A warning about names that have several entries; undefined where there are none. */
function duplicateEntries(list, items) {
    const names = items.map(({ name }) => name).filter((name) => (list.entries.get(name)?.count ?? 0) > 1);
    if (names.length === 0)
        return undefined;
    const shown = (0,errors/* listed */.KE)(names.map((name) => `“${name}”`));
    return `The knowledge base has several entries named ${shown}. Remove the outdated ones in the assistant.`;
}

;// CONCATENATED MODULE: ./src/sync/steps.ts






/** Pages of the list that a push reads, so that its cost is bounded. */
const PUSH_PAGES = 10;
/**
 * Sends what the plan says: first compares it with the list, so that no text is lost that only the knowledge base has, and
 * a full sync sends nothing that is already there; then checks that it arrived.
 */
async function deliverPlan(context, plan) {
    const { inputs, changes, reader, record } = context;
    const verifies = inputs.verify === 'true' || changes.kind === 'full';
    const { list, send } = inputs.verify === 'false' ? withoutList(plan) : await compare(context, plan, verifies ? ALL_PAGES : PUSH_PAGES);
    const orphans = existing(plan.orphans, list);
    for (const orphan of orphans)
        record(orphaned(orphan, orphanHint(context)));
    // A list that is not complete proves nothing.
    const before = verifies && list.extent === 'complete' ? list : undefined;
    const accepted = await deliver(context, {
        items: before === undefined ? send : inOrder(send, before),
        textOf: (item) => reader.text(item),
        outcome: 'upserted',
        afterFirst: before && ((item) => checkUpdate(context, item, before))
    });
    if (before !== undefined)
        await verify(context, accepted, before);
    return { wrote: send.length > 0, orphans };
}
/** Says what a sync would do, with what the list shows where there is a client. */
async function previewPlan(context, plan) {
    const { reader, record } = context;
    const { list, send, edited } = 'client' in context ? await compare(context, plan, ALL_PAGES) : withoutList(plan);
    for (const item of send) {
        const { path, name } = item;
        // Collects the links.
        await reader.text(item);
        record({ path, name, outcome: 'planned', reason: effectOn(list, name, edited.has(item)) });
    }
    for (const orphan of existing(plan.orphans, list))
        record(orphaned(orphan, orphanHint(context)));
}
function withoutList({ send }) {
    return { list: NO_LIST, send, edited: new Set() };
}
/** Reports what the list shows: entries with the current text, edits by hand, duplicates, missing entries. */
async function compare(context, plan, maxPages) {
    const { changes, mode, record, diagnose } = context;
    if (plan.send.length + plan.orphans.length === 0)
        return withoutList(plan);
    const { list, unchanged, edits } = await compareWithList(context, plan, maxPages);
    reportUnreadable(context, list);
    context.edited(edits, context.texts.folder);
    const duplicates = duplicateEntries(list, plan.send);
    if (duplicates !== undefined)
        diagnose({ level: 'warning', message: duplicates });
    // A push sends what it changed also where the list shows it already: a list may lag behind.
    const settled = new Set(changes.kind === 'full' ? unchanged : []);
    for (const { path, name } of settled)
        record({ path, name, outcome: 'unchanged', reason: '' });
    for (const { item, replaced, file } of edits) {
        const { path, name } = item;
        const reason = `The entry “${name}” has a text that is not in Git: somebody edited it in the assistant.`;
        if (replaced) {
            const saved = `The run replaces it, and saves it until the job ends as ${file}.`;
            const effect = mode === 'plan' ? 'A sync would replace it.' : saved;
            diagnose({ level: 'warning', path, message: `${reason} ${effect}` });
        }
        else {
            settled.add(item);
            record({ path, name, outcome: 'refused', reason, hint: ADOPT_OR_DISCARD });
        }
    }
    const missing = mode === 'plan' ? [] : missingEntries(context, plan, list);
    return {
        list,
        send: [...plan.send.filter((item) => !settled.has(item)), ...missing],
        edited: new Set(edits.map(({ item }) => item))
    };
}
const ADOPT_OR_DISCARD = 'To keep the edit, push a commit in which the runbook has exactly the text of the assistant, then make further ' +
    'changes. To discard it, remove `manual-edits: refuse` from the workflow, push, and add it again.';
/** Selected runbooks that did not change and have no entry. */
function missingEntries({ inputs: { shard } }, plan, list) {
    if (list.extent !== 'complete')
        return [];
    const sent = new Set(plan.send);
    return plan.named.filter((item) => !list.entries.has(item.name) && !sent.has(item) && inShard(item.name, shard));
}
function effectOn(list, name, isEdited) {
    if (isEdited)
        return 'Would replace a text that is not in Git.';
    if (list.entries.has(name))
        return 'Updates its entry.';
    return list.extent === 'complete' ? 'A new entry.' : '';
}
/** Says once what the list cannot show. A push that reads ten pages is documented and needs no diagnostic. */
function reportUnreadable({ diagnose }, { extent, why, entries }) {
    const notice = (message) => {
        diagnose({ level: 'notice', message });
    };
    if (extent === 'unreadable') {
        notice(`Edits by hand in the assistant are not seen, and nothing is verified: ${why}.`);
    }
    else if (extent === 'partial') {
        notice(`Edits by hand in the assistant are seen in a part of the list only, and nothing is verified: ${why}.`);
    }
    else if (entries.size > 0 && ![...entries.values()].some(({ hash }) => hash !== undefined)) {
        notice('Edits by hand in the assistant are not seen: the list shows no texts.');
    }
}
/** Without a complete list, also those that an earlier run certainly delivered. */
function existing(orphans, { entries, extent }) {
    return orphans.filter(({ name, certain }) => entries.has(name) || (certain && extent !== 'complete'));
}
function orphanHint({ inputs, changes }) {
    if (changes.selected.files.length === 0)
        return 'Keep its entry, and correct `files` if the runbooks moved.';
    return inputs.removed === 'report'
        ? 'Delete its entry in the assistant.'
        : 'To be retired after everything else was delivered.';
}

;// CONCATENATED MODULE: ./src/sync/sync.ts







/** How often a run follows a branch that moves while it delivers. */
const MAX_ROUNDS = 20;
/**
 * Delivers what changed, then what changed on the branch meanwhile, until the branch is where the knowledge base is.
 */
async function syncRun(run, service) {
    const { inputs, job } = run;
    let orphans = [];
    let names = { isNameInUse: () => false };
    let changes = await (0,changes_changes/* findChanges */.pz)(run);
    for (let round = 1; changes !== undefined; round++) {
        if (round > MAX_ROUNDS)
            throw (0,changes_changes/* moved */.aW)((0,src_event/* shortRef */.m3)(job.ref), `moved ${MAX_ROUNDS} times while this run delivered`);
        run.changed(changes);
        const context = { ...contextOf(run, changes), ...service };
        const plan = await planOf(context);
        const delivered = await deliverPlan(context, plan);
        if (plan.named.length > 0)
            names = plan;
        const inUse = new Set(plan.named.map(({ name }) => name));
        orphans = [...orphans, ...delivered.orphans].filter(({ name }) => !inUse.has(name));
        const { tip, selected } = changes;
        const retires = inputs.removed === 'retire' && orphans.length > 0 && run.isClean() && selected.files.length > 0;
        changes = delivered.wrote || retires ? await (0,changes_changes/* findNextChanges */._6)(run, tip) : undefined;
        if (retires && changes === undefined) {
            const retired = await retire(context, names, orphans);
            orphans = [];
            // A runbook may have come back while its entry was retired.
            if (retired > 0)
                changes = await (0,changes_changes/* findNextChanges */._6)(run, tip);
        }
        await reportBrokenLinks(context);
    }
}
/** Says what a sync would do. With a service it also compares with the list. */
async function planRun(run, service) {
    if (service === undefined) {
        run.diagnose({ level: 'notice', message: 'Without `token` and `base-url` the plan cannot see the knowledge base.' });
    }
    const changes = await (0,changes_changes/* findChanges */.pz)(run);
    run.changed(changes);
    const context = { ...contextOf(run, changes), ...service };
    await previewPlan(context, await planOf(context));
    await reportBrokenLinks(context);
}
function contextOf(run, changes) {
    return { ...run, changes, reader: new RunbookReader(run.files, run.options) };
}
/** Makes the plan and records it: if the run ends early, these outcomes stay. */
async function planOf(context) {
    const { changes, files, reader, inputs, mode, record, diagnose } = context;
    requireMatch(context);
    reportSelection(context);
    const plan = await makePlan(changes, files, reader, inputs.shard);
    for (const notSent of plan.notSent) {
        record(notSent);
        const { path, outcome, reason, hint } = notSent;
        if (outcome !== 'skipped' || hint === undefined)
            continue;
        diagnose({ level: 'warning', path, message: `Skipped: ${reason}. ${hint}` });
    }
    const outcome = mode === 'plan' ? 'planned' : 'pending';
    const reason = mode === 'plan' ? '' : 'The run ended before it was delivered.';
    for (const { path, name } of plan.send)
        record({ path, name, outcome, reason });
    return plan;
}
async function reportBrokenLinks({ reader, files, changes, diagnose }) {
    for (const diagnostic of await reader.links.find(files, changes.tip))
        diagnose(diagnostic);
}
const SKIPPED = {
    symlink: 'it is a symbolic link, which the Action never follows',
    submodule: 'it is a submodule, whose files are in another repository',
    'not UTF-8': 'its name is not UTF-8',
    'special file': 'it is not a regular file'
};
/** Warns about paths that the patterns select and that are not read, and about patterns that are probably wrong. */
function reportSelection({ changes, inputs, usedPatterns, diagnose }) {
    const { files, skipped, otherCase } = changes.selected;
    for (const { path, reason } of skipped) {
        diagnose({ level: 'warning', path, message: `Skipped: ${SKIPPED[reason]}.` });
    }
    for (const path of otherCase) {
        const message = 'Not selected: `files` distinguishes upper and lower case. Rename the file or add a pattern.';
        diagnose({ level: 'warning', path, message });
    }
    if (changes.kind !== 'full' || files.length === 0)
        return;
    for (const line of inputs.files.filter((pattern) => !usedPatterns.has(pattern))) {
        const message = `The pattern ${(0,errors/* quoted */.TL)(line, 80)} of \`files\` has no effect: no file matches, or a later line decides. Correct or remove it.`;
        diagnose({ level: 'warning', message });
    }
}
/** A full sync fails, so that a wrong pattern does not stay unnoticed; anything else warns. */
function requireMatch({ changes: { kind, selected }, inputs, mode, diagnose }) {
    if (kind === 'nothing' || selected.files.length > 0)
        return;
    const patterns = (0,errors/* listed */.KE)(inputs.files.map((pattern) => (0,errors/* quoted */.TL)(pattern, 80)));
    const error = (0,errors/* inputError */.Xu)('files', `matches no file: ${patterns}. ${(0,errors/* count */.U9)(selected.total, 'file')} looked at.`, 'Correct the pattern, or add a runbook: a pattern begins at the repository’s root, upper and lower case differ, `*` ' +
        'stays inside a folder, and `**` does not.');
    if (kind === 'full' && mode === 'sync')
        throw error;
    diagnose({ level: 'warning', message: `${error.message} ${error.hint}` });
}


/***/ })

};
