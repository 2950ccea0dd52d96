export const id = 6;
export const ids = [6];
export const modules = {

/***/ 9006:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  readRunbook: () => (/* binding */ readRunbook),
  withoutSource: () => (/* binding */ withoutSource)
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


/** In characters. The YAML parser takes about 0.2 s for hostile input of this length. */
const MAX_LENGTH = 16 * 1024;
const noValue = () => '';
const NONE = { end: 0, valueOf: noValue };
const QUOTE = 'Put quotes around a value with special characters: `title: "[P1] Disk: full"`.';
/** By the documented codes of `yaml`. One code covers several mistakes. */
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
 * and `runbook`, and checks the syntax of the others. Refuses `+++` and `---js`, because an entry would begin with their source.
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
    const none = { end, valueOf: noValue };
    if (yaml.trim() === '')
        return none;
    const fields = parseYaml(yaml);
    if (fields !== undefined && 'byKey' in fields)
        return readFields(fields, yaml, end);
    // After a blank line it may be prose between two thematic breaks.
    if (/^[ \t]*\r?\n/.test(yaml))
        return NONE;
    return fields ?? none;
}
/** Parses the syntax: applies no tag, sets no `__proto__`. Undefined for blank lines and comments. */
function parseYaml(yaml) {
    if (yaml.length > MAX_LENGTH) {
        return refused(`The front matter is longer than ${MAX_LENGTH} characters.`, 'Move text below the second `---`.', 1);
    }
    const document = (0,dist/* parseDocument */.Tp)(yaml, { prettyErrors: false });
    const { contents, errors, warnings } = document;
    const error = errors[0] ?? warnings[0];
    if (error !== undefined) {
        const [words, hint] = PROBLEMS[error.code] ?? [error.code, 'Correct it, or remove the front matter.'];
        return refused(`The front matter is not valid YAML: ${words}.`, hint, lineAt(yaml, error.pos[0]));
    }
    if (contents === null)
        return undefined;
    if ((0,dist/* isMap */.jh)(contents))
        return fieldsOf(contents, document);
    return refused('The front matter is not a map.', 'Write `key: value` lines.', 2);
}
/** The fields of a map, and of the maps that `<<` merges those that are not there yet. Visits each node twice. */
function fieldsOf(map, document) {
    const anchors = new Map();
    const targets = new Map();
    (0,dist/* visit */.YR)(document, {
        Node: (_, node) => {
            if ((0,dist/* isAlias */.Vj)(node))
                targets.set(node, anchors.get(node.source));
            else if (node.anchor !== undefined)
                anchors.set(node.anchor, node);
        }
    });
    const resolve = (node) => ((0,dist/* isAlias */.Vj)(node) ? targets.get(node) : node);
    const byKey = new Map();
    // Grows while it is read; holds each map once.
    const maps = new Set([map]);
    for (const { items } of maps) {
        for (const { key, value } of items) {
            const node = resolve(value);
            if (!(0,dist/* isScalar */.jn)(key))
                continue;
            if (key.value === '<<') {
                const merged = (0,dist/* isSeq */.oP)(node) ? node.items.map(resolve) : [node];
                for (const other of merged)
                    if ((0,dist/* isMap */.jh)(other))
                        maps.add(other);
            }
            else if ((0,dist/* isNode */.Ll)(node) && !byKey.has(key.source ?? key.value))
                byKey.set(key.source ?? key.value, node);
        }
    }
    return { byKey, resolve };
}
function readFields({ byKey, resolve }, yaml, end) {
    let title = '';
    let exclusion;
    for (const [key, value] of byKey) {
        if ((0,dist/* isScalar */.jn)(value) && value.value === null)
            continue;
        const text = textOf(value);
        const line = () => lineAt(yaml, value.range?.[0] ?? 0);
        if (key === 'title') {
            if (text === undefined)
                return refused('The `title` is not text.', 'Quote it: `title: "…"`.', line());
            title = text;
        }
        else if (key === 'draft') {
            const draft = toBoolean(text);
            if (draft === undefined) {
                return refused('`draft` is neither true nor false.', 'Write `draft: true`, or remove it.', line());
            }
            if (draft)
                exclusion ??= 'draft: true';
        }
        else if (key === 'runbook' && toBoolean(text) === false) {
            // Other tools use this key, so any other value is allowed.
            exclusion ??= 'runbook: false';
        }
    }
    const valueOf = (key) => {
        const node = byKey.get(key);
        const texts = ((0,dist/* isSeq */.oP)(node) ? node.items : node === undefined ? [] : [node]).map((item) => textOf(resolve(item)));
        // An alias repeats a text: without this bound, the list grows with the square of the front matter.
        if (texts.includes(undefined) || texts.reduce((sum, text = '') => sum + text.length, 0) > MAX_LENGTH)
            return undefined;
        return texts.flatMap((text = '') => text.replace(/\s+/g, ' ') || []).join(', ');
    };
    return { end, ...(title !== '' && { title }), ...(exclusion && { exclusion }), valueOf };
}
/** As the author wrote it; undefined for a list or a map. */
function textOf(node) {
    if (!(0,dist/* isScalar */.jn)(node))
        return undefined;
    return node.value === null ? '' : (node.source ?? '').trim();
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

// EXTERNAL MODULE: ./node_modules/micromark-util-decode-string/index.js + 1 modules
var micromark_util_decode_string = __webpack_require__(1079);
;// CONCATENATED MODULE: ./src/runbook/url.ts

/**
 * Creates a function that resolves the destinations in one file. It returns a URL that is safe in place of the destination, and the
 * decoded path from the repository's root, which is empty for the root. It returns `undefined` for a destination that must stay:
 * another scheme or host, an anchor or query of the same page, a placeholder, or a path outside the repository.
 */
function linkResolver(file, base) {
    const folder = file.split('/').slice(0, -1).map(encodeName);
    const bases = { blob: baseUrl(base, 'blob'), raw: baseUrl(base, 'raw'), tree: baseUrl(base, 'tree') };
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
        const root = bases[isFolder ? 'tree' : image ? 'raw' : 'blob'];
        const target = segments.join('/');
        const url = target === '' ? root : `${root}/${target}${path.endsWith('/') ? '/' : ''}`;
        return { url: url + balance(tail), path: decodePercent(target) };
    };
}
/** The page of a file on its branch. */
function sourceUrl(path, base) {
    return `${baseUrl(base, 'blob')}/${path.split('/').map(encodeName).join('/')}`;
}
/** The URL of the repository's root. */
function baseUrl({ serverUrl, repository, ref, isGitLab = false }, page) {
    return `${serverUrl}/${repository}/${isGitLab ? '-/' : ''}${page}/${ref.split('/').map(encodeName).join('/')}`;
}
/**
 * Whether a destination leads elsewhere: schemes, `//host` (browsers also accept backslashes), control characters, `@site/` of
 * Docusaurus, `~/`, and the placeholders `{{ }}`, `{% %}` and `<% %>`. In angle brackets, `<% %>` is `% %`.
 */
function isExternal(path) {
    return /^[a-z][a-z\d+.-]*:|^[/\\]{2}|^\\|^(?:@site|~)\/|\p{Cc}|\{\{|\{%|<%|^%[^]*%$/iu.test(path);
}
/** Splits a destination. The path is decoded as Markdown or HTML; query and fragment are as written. */
function splitTail(written, syntax) {
    const isMarkdown = syntax === 'markdown';
    let path = '';
    let at = 0;
    for (const part of written.match(/\\.|&#?\w+;|[^\\&]+|[^]/g) ?? []) {
        // In HTML a backslash escapes nothing.
        const decoded = isMarkdown || part.startsWith('&') ? (0,micromark_util_decode_string/* decodeString */.s)(part) : part;
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
/** Encodes a part of a path in a link. Keeps percent escapes. Encodes what could end a destination or an attribute. */
function encodeWritten(segment) {
    return segment
        .replace(/%(?![\da-f]{2})/gi, '%25')
        .replace(/[^\w.~!$+,;:@%-]/gu, (character) => encodeURIComponent(character).replace(/[!'()*]/g, encodeCharacter));
}
function encodeCharacter(character) {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
/** Decodes percent escapes. Keeps those that are not UTF-8, because no file matches them. */
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

/** In characters. A run may hold 64 such texts at a time. */
const MAX_CONTENT = 2 ** 24;
/** Whether a text may have a relative destination. Most runbooks have none and need no parser. */
function mayHaveRelativeLinks(markdown) {
    return /\][(:](?![\s<]*(?:[a-z][a-z\d+.-]*:|#|\/\/|\)))|<(?:a|img)[\s/]/i.test(markdown);
}
/**
 * Makes relative links and images absolute, and changes nothing else. Undefined if the text would become too long.
 *
 * @param firstLine of the Markdown in its file.
 */
function makeLinksAbsolute(markdown, destinations, path, base, firstLine) {
    const resolve = linkResolver(path, base);
    const targets = [];
    const parts = [];
    let length = markdown.length;
    let end = 0;
    let line = firstLine;
    for (const destination of destinations) {
        const { from, to } = destination;
        const resolved = resolve(markdown.slice(from, to), destination);
        if (resolved === undefined)
            continue;
        length += resolved.url.length;
        if (length > MAX_CONTENT)
            return undefined;
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

// EXTERNAL MODULE: ./node_modules/micromark/lib/preprocess.js
var preprocess = __webpack_require__(2192);
// EXTERNAL MODULE: ./node_modules/micromark/lib/postprocess.js
var postprocess = __webpack_require__(5387);
// EXTERNAL MODULE: ./node_modules/micromark/lib/parse.js + 34 modules
var parse = __webpack_require__(9627);
// EXTERNAL MODULE: ./node_modules/micromark-extension-gfm/index.js + 3 modules
var micromark_extension_gfm = __webpack_require__(1772);
// EXTERNAL MODULE: ./node_modules/micromark-extension-gfm-footnote/lib/syntax.js
var syntax = __webpack_require__(4810);
// EXTERNAL MODULE: ./node_modules/micromark-extension-gfm-table/lib/syntax.js + 2 modules
var lib_syntax = __webpack_require__(7749);
// EXTERNAL MODULE: ./node_modules/micromark-util-normalize-identifier/index.js
var micromark_util_normalize_identifier = __webpack_require__(31);
;// CONCATENATED MODULE: ./src/runbook/complexity.ts
/** They take about three seconds. Of 10,341 public documents, one has more: minutes of meetings with 264 KB of nested lists. */
const MAX_STEPS = 250_000_000;
/** In characters. A longer text needs a GiB of memory or more. */
const complexity_MAX_LENGTH = 1024 * 1024;
/** Characters that become elements of a paragraph. */
const MARKS = /[\\`<&[\]!|*_~]/g;
/** From each of these, micromark may read to the end of the paragraph or back to its start. */
const SEARCHES = /`+|[<\]]/g;
/** Markers of block quotes, lists and footnotes; underlines of headings; definitions. */
const CONTAINERS = /^[ \t]*(?:(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t\n]|$)|\[\^[^\]\s]+\]:)[ \t]*)+|^[ \t]*[=-](?=[=-]*[ \t]*$)|\]:/gm;
/** Whether micromark could take more than about five seconds. Counts decide, so that all machines send the same text. */
function isTooComplex(text) {
    return text.length > complexity_MAX_LENGTH || stepsOf(text) > MAX_STEPS;
}
/**
 * Estimates how many steps of about 12 ns micromark takes at most. It takes quadratic time for the brackets, tags and code spans of a
 * paragraph. It also does for containers: where one ends, micromark moves all elements of the document.
 */
function stepsOf(text) {
    let elements = 0;
    let searches = 0;
    let containers = 0;
    // No paragraph contains a blank line.
    for (const block of text.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n/)) {
        const lines = count(block, /\n/g) + 2;
        const marks = count(block, MARKS);
        let markers = 0;
        for (const [prefix] of block.matchAll(CONTAINERS)) {
            const depth = count(prefix, /[^ \t]/g);
            markers += depth;
            // For each marker of a list, micromark looks for a thematic break in the rest of the line.
            searches += 16 * depth * depth;
        }
        elements += 3 * lines + marks + markers;
        searches += count(block, SEARCHES) * block.length + lines * marks;
        // An indented block may continue a container. Any line may then end it.
        if (markers > 0 || /^\n?[ \t]/.test(block))
            containers += lines + markers;
    }
    return elements * 2000 + searches + elements * containers;
}
function count(text, pattern) {
    return text.match(pattern)?.length ?? 0;
}

;// CONCATENATED MODULE: ./src/runbook/html.ts
/** The elements with destinations, and the attributes that hold them. */
const ATTRIBUTES = { a: 'href', img: 'src' };
/** Elements whose content is not HTML. */
const RAW_TEXT = new Set(['script', 'style', 'textarea', 'title', 'xmp']);
/**
 * Finds the values of `<a href>` and `<img src>` as browsers read HTML. Ignores `srcset` and other elements. Takes linear time,
 * because it never reads a character twice after an incomplete tag.
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
/** Finds where the attributes of a tag end, and the first value of `wanted` without its quotes. */
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

;// CONCATENATED MODULE: ./src/runbook/markdown.ts







/** Without emphasis: it takes quadratic time and never decides about a link. */
const FOR_LINKS = [(0,lib_syntax/* gfmTable */.x)(), (0,syntax/* gfmFootnote */.r)(), { disable: { null: ['attention'] } }];
const FOR_TEXT = [(0,micromark_extension_gfm/* gfm */.T)()];
/** Parses Markdown with tables and footnotes, as GitHub does. */
function parseMarkdown(text) {
    if (isTooComplex(text))
        return { destinations: [], headings: [], labels: [], isTooComplex: true };
    // micromark does not count a byte order mark at the start.
    const chunks = (0,preprocess/* preprocess */.v)()(text.replace(/^\uFEFF/, ' '), undefined, true);
    const events = (0,postprocess/* postprocess */._)((0,parse/* parse */.q)({ extensions: FOR_LINKS }).document().write(chunks));
    return { ...readLinks(events, text), headings: readHeadings(events, text), isTooComplex: false };
}
/** Parses the source of a heading. `labels` are the normalized labels of the definitions. */
function parseInline(source, labels) {
    const parser = (0,parse/* parse */.q)({ extensions: FOR_TEXT });
    parser.defined = [...labels];
    return parser.text().write((0,preprocess/* preprocess */.v)()(source, undefined, true));
}
function readLinks(events, text) {
    const found = [];
    const labels = [];
    const imageLabels = new Set();
    /** The links and images that contain the event, with the label of their definition. */
    const open = [];
    for (const [kind, token, context] of events) {
        const type = token.type;
        const [from, to] = [token.start.offset, token.end.offset];
        const innermost = open.at(-1);
        if (kind === 'enter') {
            if (type === 'link' || type === 'image')
                open.push({ image: type === 'image', label: '' });
            continue;
        }
        switch (type) {
            case 'labelText':
            case 'referenceString':
                if (innermost !== undefined)
                    innermost.label = context.sliceSerialize(token);
                break;
            case 'resource':
                if (innermost !== undefined)
                    innermost.label = '';
                break;
            case 'resourceDestinationString':
                found.push({ from, to, image: innermost?.image === true, syntax: 'markdown' });
                break;
            case 'link':
            case 'image':
                open.pop();
                if (innermost?.image === true)
                    imageLabels.add((0,micromark_util_normalize_identifier/* normalizeIdentifier */.B)(innermost.label));
                break;
            case 'definitionLabelString':
                labels.push((0,micromark_util_normalize_identifier/* normalizeIdentifier */.B)(context.sliceSerialize(token)));
                break;
            case 'definitionDestinationString':
                found.push({ from, to, image: false, syntax: 'markdown', label: labels.at(-1) ?? '' });
                break;
            case 'htmlFlow':
            case 'htmlText':
                for (const html of htmlDestinations(text.slice(from, to))) {
                    found.push({ from: from + html.from, to: from + html.to, image: html.image, syntax: 'html' });
                }
        }
    }
    // A definition that an image uses counts as an image.
    const destinations = found.map(({ label, ...destination }) => label !== undefined && imageLabels.has(label) ? { ...destination, image: true } : destination);
    return { destinations, labels };
}
const markdown_CONTAINERS = ['blockQuote', 'listOrdered', 'listUnordered', 'gfmFootnoteDefinition'];
function readHeadings(events, text) {
    const headings = [];
    let depth = 0;
    let source = '';
    for (const [kind, token] of events) {
        const type = token.type;
        const from = token.start.offset;
        if (markdown_CONTAINERS.includes(type))
            depth += kind === 'enter' ? 1 : -1;
        if (depth > 0)
            continue;
        if (kind === 'enter') {
            if (type === 'atxHeading' || type === 'setextHeading')
                source = '';
        }
        else if (type === 'atxHeadingText' || type === 'setextHeadingText') {
            source = text.slice(from, token.end.offset);
        }
        else if (type === 'atxHeading' ? !text.startsWith('##', from) : type === 'setextHeadingLineSequence' && text[from] === '=') {
            headings.push(source);
        }
    }
    return headings;
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
 * the name of its folder, and another file has its own name. Calls `findTitle` only if the template uses the title.
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
    return refused(`The name ${words}.`, 'Add a `title` to the front matter, or change `entry-name`.');
}
function collapse(text) {
    return text.replace(/\s+/g, ' ').trim();
}

;// CONCATENATED MODULE: ./src/runbook/title.ts



/** In characters. Most texts have their first H1 in this range. */
const MAX_HEAD = 4096;
/** In characters. A longer heading is no name. It would take micromark quadratic time. */
const MAX_HEADING = 4096;
/** Of these, the first ones may have no text, such as a logo. */
const MAX_HEADINGS = 20;
/** The first line that can be an H1, or the underline of one. */
const H1_LINE = /(?:^|[\r\n]) {0,3}(?:#(?:[ \t][^\r\n]*)?|=+[ \t]*)(?=[\r\n]|$)/;
const CLOSING_SEQUENCE = /(?:^|[ \t])#+[ \t]*$/;
/** `# Title {#id}` of Docusaurus and MkDocs. */
const HEADING_ID = /\{[ \t]*#[^\s{}]+[ \t]*\}\s*$/;
/**
 * The plain text of the first H1 that has any. Headings in lists, block quotes and code do not count. Parses no more than
 * necessary, because each run needs the titles of all runbooks.
 *
 * @param parseAll parses the whole text.
 */
function findTitle(markdown, parseAll) {
    const line = H1_LINE.exec(markdown);
    if (line === null)
        return undefined;
    const head = markdown.slice(0, line.index + line[0].length);
    // The definition of a reference may be anywhere.
    const isReference = head.includes('[') && markdown.includes(']:');
    const title = firstText(headingsOf(head, line[0].trim()), isReference ? parseAll().labels : []);
    if (title !== undefined)
        return title;
    const { headings, labels } = parseAll();
    return firstText(headings, labels);
}
/** The H1s of a text that ends with the line `last`. */
function headingsOf(head, last) {
    if (last.startsWith('#') && head.trim() === last)
        return [last.slice(1).replace(CLOSING_SEQUENCE, '')];
    return head.length > MAX_HEAD ? [] : parseMarkdown(head).headings;
}
function firstText(headings, labels) {
    for (const heading of headings.slice(0, MAX_HEADINGS)) {
        const text = collapse(plainText(heading.trim().replace(HEADING_ID, ''), labels));
        if (text !== '')
            return text;
    }
    return undefined;
}
/** Of these, readers see no text. */
const HIDDEN = ['resource', 'reference', 'htmlText'];
const TEXTS = ['data', 'codeTextData', 'characterEscapeValue', 'autolinkProtocol', 'autolinkEmail'];
const GFM_TEXTS = ['literalAutolinkHttp', 'literalAutolinkWww', 'literalAutolinkEmail'];
/** Text as readers see it: without markup and HTML, images as their alternative text. */
function plainText(source, labels) {
    if (source.length > MAX_HEADING)
        return source.slice(0, 2 * MAX_HEADING);
    if (!/[\\`*_~<&[]/.test(source))
        return source;
    let text = '';
    let hidden = 0;
    for (const [kind, token, context] of parseInline(source, labels)) {
        const type = token.type;
        if (HIDDEN.includes(type))
            hidden += kind === 'enter' ? 1 : -1;
        if (kind === 'enter' || hidden > 0)
            continue;
        if (TEXTS.includes(type) || GFM_TEXTS.includes(type))
            text += context.sliceSerialize(token);
        if (type === 'characterReference')
            text += (0,micromark_util_decode_string/* decodeString */.s)(context.sliceSerialize(token));
        if (type === 'lineEnding')
            text += ' ';
    }
    return text;
}

;// CONCATENATED MODULE: ./src/runbook/runbook.ts







const TOO_COMPLEX = 'The Markdown is too long or too deeply nested to parse. Its links stay as they are, and only `# …` on its first line is ' +
    'its title. Split the file.';
/** Reads one file as a runbook. `path` begins at the repository's root and has slashes. */
function readRunbook(path, content, options) {
    const text = decode(content, options.maxBytes);
    if (typeof text !== 'string')
        return text;
    const frontMatter = readFrontMatter(text);
    if ('kind' in frontMatter)
        return frontMatter;
    const { end } = frontMatter;
    const markdown = text.slice(end);
    let document;
    const parseOnce = () => (document ??= parseMarkdown(markdown));
    const name = nameOf(options, path, () => frontMatter.title ?? findTitle(markdown, parseOnce));
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
    const wanted = typeof options.frontMatter === 'string' ? [] : options.frontMatter;
    const keys = wanted.filter((key) => frontMatter.valueOf(key) !== '');
    const convert = () => {
        const firstLine = text.slice(0, end).split('\n').length;
        const { destinations } = options.links === 'keep' || !mayHaveRelativeLinks(markdown) ? { destinations: [] } : parseOnce();
        const converted = makeLinksAbsolute(markdown, destinations, path, options, firstLine);
        const above = options.frontMatter === 'keep' ? text.slice(0, end) : listOf(keys, frontMatter.valueOf, markdown);
        const body = converted?.content ?? markdown;
        const isTooComplex = converted === undefined || document?.isTooComplex === true;
        return {
            content: above +
                (options.sourceLink ? `${withoutSource(body, path, options).trimEnd()}${sourceLine(path, options)}` : body),
            targets: converted?.targets ?? [],
            warnings: [
                ...(isTooComplex ? [TOO_COMPLEX] : []),
                ...keys.filter((key) => frontMatter.valueOf(key) === undefined).map((key) => `\`${key}\` ${NESTED}`)
            ]
        };
    };
    return { kind: 'runbook', name, keys, convert };
}
const NESTED = 'in the front matter is nested, and left out of the entry. Write text, or a list of texts.';
/** Values of the front matter as a list above the text; empty without any. */
function listOf(keys, valueOf, markdown) {
    const items = keys.flatMap((key) => {
        const value = valueOf(key);
        return value === undefined ? [] : `- **${key.slice(0, 1).toUpperCase()}${key.slice(1)}:** ${value}\n`;
    });
    if (items.length === 0)
        return '';
    // A list or an indented line would become a part of the list above it.
    return `${items.join('')}\n${/^(?: ?-\s| {2}|\t)/.test(markdown) ? '<!-- -->\n\n' : ''}`;
}
/** A text without the last line that `source-link` adds: somebody may have adopted the text of an entry, line included. */
function withoutSource(text, path, base) {
    const [line, rest] = [sourceLine(path, base).trim(), text.trimEnd()];
    return rest.endsWith(`\n${line}`) ? rest.slice(0, -line.length) : text;
}
/** The line depends on the path and the branch alone, so that the entry changes with the runbook only. */
function sourceLine(path, base) {
    const shown = path.replace(/\p{C}/gu, '\ufffd').replace(/[\\`*[\]<>&~]|(?<![a-z0-9])_|_(?![a-z0-9])/gi, '\\$&');
    return `\n\nSource: [${shown}](${sourceUrl(path, base)})\n`;
}


/***/ })

};
