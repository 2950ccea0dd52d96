export const id = 59;
export const ids = [59];
export const modules = {

/***/ 6059:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runCommand: () => (/* binding */ runCommand)
});

// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
;// CONCATENATED MODULE: ./src/wording.ts
/** Parts of sentences for people. */
/** A value as a person typed it, fit for a message: short, printable, without a backtick. */
function wording_quoted(value, length = 60) {
    const text = printable(value).replaceAll('`', "'");
    return `\`${text.length > length ? `${text.slice(0, length)}…` : text}\``;
}
/**
 * A text of others in characters that everybody sees, with `?` for the others. What is invisible goes: a `?` in its place would
 * keep a broken token from being found.
 */
function printable(text) {
    return text
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .replace(/[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]+/gu, '')
        .replace(/[^\x20-\x7e\p{L}]/gu, '?');
}
/** The first items of a list, and how many more there are: `a, b and 1,200 more`. */
function listed(items, most = 5) {
    const more = items.length > most ? ` and ${wording_format(items.length - most)} more` : '';
    return items.slice(0, most).join(', ') + more;
}
/** `1 runbook`, `1,200 runbooks`; with `several`, also `3 entries`. */
function count(number, thing, several = `${thing}s`) {
    return `${wording_format(number)} ${number === 1 ? thing : several}`;
}
/** The parts that there are. A condition that is false, and an empty text, leave a part out. */
function joined(parts, separator = ' ') {
    return parts.filter(Boolean).join(separator);
}
/** `12,345`. `toLocaleString` takes 15 ms at its first call, because it loads the locales. */
function wording_format(number) {
    return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
/** At most `limit` UTF-16 units, with `…` for what is missing. */
function shorten(text, limit) {
    if (text.length <= limit)
        return text;
    // The cut may split a surrogate pair.
    return `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
/** The things that the Action and the command line name differently; report/vocabulary.ts has their words. */
const TERMS = [
    'Input',
    'job',
    'secret',
    'asInput',
    'machine',
    'Machine',
    'replace',
    'goOn',
    'debug',
    'environment',
    'fetch'
];
function isTerm(name) {
    return TERMS.some((each) => each === name);
}
/** A term in a message, worded when the message is shown. */
function wording_term(name) {
    return `⟦${name}⟧`;
}
/** An input in a message, with its value, if any: the Action shows `links: keep`, the command line `--links keep`. */
function input(name, value) {
    return value === undefined ? `⟦input ${name}⟧` : `⟦input ${name}: ${value}⟧`;
}

;// CONCATENATED MODULE: ./src/errors.ts

/** An error that a person can act on: `message` says what happened and to what, `hint` what to do now. */
class errors_ActionError extends Error {
    name = 'ActionError';
    kind;
    hint;
    /** What happened in a few words; undefined if its kind says as much. */
    headline;
    constructor(kind, message, hint, options = {}) {
        super(message, options);
        this.kind = kind;
        this.hint = hint;
        this.headline = options.headline;
    }
}
/** @param problem completes the sentence "Input `x` …", or "`--x` …" on the command line. */
function errors_inputError(name, problem, hint) {
    const headline = `the input ${input(name)} cannot be used`;
    return new errors_ActionError('input', `${wording_term('Input')}${input(name)} ${problem}`, hint, { headline });
}
/** What ended a run. Anything but an `ActionError` is a defect of this program. */
function asActionError(thrown) {
    if (thrown instanceof errors_ActionError)
        return thrown;
    return new errors_ActionError('defect', `An unexpected error: ${shorten(errors_messageOf(thrown), 500)}.`, `This is a defect of Runbook Sync. Run ${wording_term('job')} again ${wording_term('debug')} and report what it prints.`, { cause: thrown });
}
/** The message of anything thrown, for use inside another message. */
function errors_messageOf(error) {
    return error instanceof Error ? error.message : String(error);
}
/** Where a message belongs: `docs/a.md:3`; empty if it concerns no file, or names the file itself. */
function locationOf({ path = '', line, message = '' }) {
    if (path === '' || message.includes(path))
        return '';
    return line === undefined ? path : `${path}:${line}`;
}

;// CONCATENATED MODULE: ./src/cancellation.ts

/** Milliseconds from a cancellation to the report: GitHub's runner kills a job after ten seconds. */
const TIMEOUT = 4000;
/** Ends work when the process gets SIGINT or SIGTERM. The runner sends both, 7.5 s apart. */
class Cancellation {
    #controller = new AbortController();
    #timeout = Promise.withResolvers();
    #cancel;
    /**
     * @param message says what was cancelled.
     * @param onRepeated gets every further signal.
     */
    constructor(message, onRepeated = () => undefined) {
        this.#timeout.promise.catch(() => undefined);
        this.#cancel = () => {
            if (this.signal.aborted) {
                onRepeated();
                return;
            }
            const error = new errors_ActionError('cancelled', message, 'Run it again.');
            this.#controller.abort(error);
            setTimeout(this.#timeout.reject, TIMEOUT, error).unref();
        };
        process.on('SIGINT', this.#cancel).on('SIGTERM', this.#cancel);
    }
    get signal() {
        return this.#controller.signal;
    }
    /** The result of the work. Throws the cancellation, even if the work still ended in time. */
    async limit(work) {
        const result = await Promise.race([work, this.#timeout.promise]);
        this.signal.throwIfAborted();
        return result;
    }
    [Symbol.dispose]() {
        process.off('SIGINT', this.#cancel).off('SIGTERM', this.#cancel);
    }
}

;// CONCATENATED MODULE: ./src/job/proxies.ts

/**
 * The libraries ignore a proxy variable that they cannot read and connect without a proxy; that must not happen silently.
 * They take the host of `host:port` for a scheme, hence the address in full.
 */
function prepareProxies(env) {
    for (const variable of ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY']) {
        const value = env[variable] ?? '';
        if (value === '')
            continue;
        const address = value.includes('://') ? value : `http://${value}`;
        if (!isProxyAddress(address)) {
            // The value may hold a password.
            throw new errors_ActionError('input', `The environment variable \`${variable}\` is not the address of an HTTP proxy (the value is not shown).`, 'Correct it, for example `http://proxy.example.com:3128`, with `%` in a password written as `%25`; or unset it.');
        }
        env[variable] = address;
    }
}
function isProxyAddress(address) {
    try {
        const { protocol, username, password } = new URL(address);
        // Git prints what it cannot use, on several lines if there is a line break.
        return /^https?:$/.test(protocol) && !/\p{Cc}/u.test(decodeURIComponent(username + password));
    }
    catch {
        return false;
    }
}

// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
;// CONCATENATED MODULE: ./src/secret.ts

const HIDDEN = '***';
/** Shorter fragments of an encoded token appear in ordinary text by chance. So do short tokens if blanks do not count. */
const SHORTEST_FRAGMENT = 8;
/** V8 takes no pattern for thousands of characters with their escapes, as a JWT has: there is one for each part. */
const LONGEST_PART = 500;
/** A token in one private field. Every conversion to text yields `***`; only `reveal()` gives the value. */
class Secret {
    #value;
    #forms;
    /** Made when they are needed. */
    #patterns;
    constructor(value) {
        this.#value = value;
        this.#forms = formsOf(value);
    }
    reveal() {
        return this.#value;
    }
    /** The value and its encodings as a whole, longest first: what a runner can mask. */
    forms() {
        return this.#forms;
    }
    /**
     * `text` with every form of the secret replaced by `***`, in time that is linear in the text:
     * - the value, also if some or all of its characters are escaped as URLs, JSON, C (`\x41`), HTML or quoted-printable do
     *   it, or are full width;
     * - the value without its end, if `…` stands for that;
     * - in hexadecimal digits, in base64 or base64url, also as a part of a longer text, and in base64 of that;
     * - each of these broken by white space, combining or invisible characters, as they are or as an escape of JSON or HTML,
     *   by a soft line break, or by tags such as `<wbr>`. Only of forms with eight characters or more.
     *
     * Not found are other encodings, three of them one around the other, percent-encoded or visible characters in between,
     * and look-alikes of other scripts.
     */
    redact(text) {
        this.#patterns ??= patternsOf(this.#value);
        const { all, distinctive } = this.#patterns;
        const broken = viewsOf(text).flatMap((view) => {
            return matchesIn(view.text, distinctive).map(([start, end]) => {
                return [view.origin(start), view.origin(end - 1) + 1];
            });
        });
        return hide(text, [...matchesIn(text, all), ...broken]);
    }
    /** True if a text has a form of the secret. */
    isIn(text) {
        return this.redact(text) !== text;
    }
    toString() {
        return HIDDEN;
    }
    toJSON() {
        return HIDDEN;
    }
    [external_node_util_.inspect.custom]() {
        return HIDDEN;
    }
}
function formsOf(value) {
    const bytes = Buffer.from(value);
    const hex = bytes.toString('hex');
    const encoded = [
        encodeURIComponent(value.toWellFormed()),
        hex,
        hex.toUpperCase(),
        ...base64Fragments(bytes).flatMap((fragment) => [fragment, toBase64Url(fragment)])
    ].filter((form) => form.length >= SHORTEST_FRAGMENT);
    return [...new Set([value, ...encoded])].sort((a, b) => b.length - a.length);
}
/**
 * The base64 digits that depend on `bytes` alone where they stand 0, 1 or 2 bytes (modulo 3) behind the start of a longer
 * text, such as `Bearer <token>`. Padding and the digits shared with the neighbouring bytes are left out, and what is then
 * too short.
 */
function base64Fragments(bytes) {
    const fragments = [0, 1, 2].map((offset) => {
        const digits = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
        return digits.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
    });
    return fragments.filter((fragment) => fragment.length >= SHORTEST_FRAGMENT);
}
function toBase64Url(digits) {
    return digits.replaceAll('+', '-').replaceAll('/', '_');
}
function patternsOf(value) {
    const bytes = Buffer.from(value);
    const once = base64Fragments(bytes);
    const twice = [...once, ...once.map(toBase64Url)].flatMap((fragment) => base64Fragments(Buffer.from(fragment)));
    const hex = bytes.toString('hex');
    const encoded = [
        ...(hex.length < SHORTEST_FRAGMENT ? [] : regExpsOf(hex, digitPattern, 'gi')),
        ...[...new Set([...once, ...twice])].flatMap((form) => regExpsOf(form, digitPattern, 'gu'))
    ];
    const all = [...regExpsOf(value, characterPattern, 'gu'), ...beginningsOf(value), ...encoded];
    return { all, distinctive: value.length >= SHORTEST_FRAGMENT ? all : encoded };
}
/** What a message has cut: eight characters or more, up to the `…`. */
function beginningsOf(value) {
    const chars = Array.from(value);
    if (chars.length < 2 * SHORTEST_FRAGMENT)
        return [];
    const first = chars.slice(0, SHORTEST_FRAGMENT).map(characterPattern).join('');
    return [new RegExp(`${first}[^\\s…]{0,${Math.min(chars.length, LONGEST_PART)}}(?=…)`, 'gu')];
}
/** @param sourceOf makes the source of a pattern for a character. */
function regExpsOf(form, sourceOf, flags) {
    const sources = Array.from(form, sourceOf);
    const parts = Math.ceil(sources.length / LONGEST_PART);
    const size = Math.ceil(sources.length / parts);
    return Array.from({ length: parts }, (_, at) => {
        return new RegExp(sources.slice(at * size, (at + 1) * size).join(''), flags);
    });
}
const ENTITIES = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };
/** Source of a pattern for a character as it is, and as encoders write it: each escapes others. */
function characterPattern(char) {
    const code = char.codePointAt(0) ?? 0;
    const hex = code.toString(16).padStart(2, '0');
    const digits = hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
    const entity = ENTITIES[char] === undefined ? '' : `|&${ENTITIES[char]};`;
    // The full width forms of ASCII have the same order.
    const wide = code > 0x20 && code < 0x7f ? `\\u{${(code + 0xfee0).toString(16)}}` : '';
    const escaped = `[%=]${digits}|\\\\(?:x|u00)${digits}|&#0{0,6}${code};|&#[xX]0{0,6}${digits};${entity}`;
    return `(?:\\\\?[\\u{${hex}}${wide}]|${escaped})`;
}
/** A pattern for a digit of hexadecimal numbers, in both cases, or of base64 and base64url, where encoders escape few. */
function digitPattern(digit) {
    if (digit === '+')
        return `(?:${characterPattern('+')}|-)`;
    if (digit === '/')
        return `(?:${characterPattern('/')}|_)`;
    return digit;
}
function matchesIn(text, patterns) {
    const ranges = [];
    for (const pattern of patterns) {
        // `matchAll` would copy the pattern each time, which takes longer than to look through a short text.
        text.replace(pattern, (found, index) => {
            ranges.push([index, index + found.length]);
            return '';
        });
    }
    return ranges;
}
/** Ranges that touch become one. */
function hide(text, ranges) {
    let hidden = '';
    let end = 0;
    for (const range of ranges.toSorted(([one], [other]) => one - other)) {
        if (range[0] > end || end === 0)
            hidden += text.slice(end, range[0]) + HIDDEN;
        end = Math.max(end, range[1]);
    }
    return hidden + text.slice(end);
}
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]+/gu;
const NAMED_ESCAPES = /^(?:\\[nrtbf]|&(?:shy|nbsp|zwn?j|zerowidthspace|nobreak|ensp|emsp|thinsp|hairsp|tab|newline);)$/i;
/** What else may break a token: escapes, of which only some are invisible, soft line breaks and tags. */
const BREAKS = new RegExp([
    INVISIBLE.source,
    String.raw `\\(?:[nrtbf]|u[0-9a-f]{4}|x[0-9a-f]{2})`,
    '&(?:[a-z]{2,20}|#[0-9]{1,7}|#x[0-9a-f]{1,6});',
    String.raw `=\r?\n`,
    '<[!/]?[a-z-][^<>]{0,200}>'
].join('|'), 'giu');
/** True if nobody sees a match of `BREAKS`. */
function isInvisible(found) {
    const [, decimal, hex] = /^&#(\d+);$|^(?:\\[ux]|&#x)([0-9a-f]+);?$/i.exec(found) ?? [];
    const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
    if (code <= 0x10ffff)
        return String.fromCodePoint(code).replace(INVISIBLE, '') === '';
    return !/^[&\\]/.test(found) || NAMED_ESCAPES.test(found);
}
/** The text without what may break a token. One view is not enough, because a token may look as if a tag was in it. */
function viewsOf(text) {
    const views = [viewWithout(text, INVISIBLE)];
    if (/[&<\\]|=\r?\n/.test(text))
        views.push(viewWithout(text, BREAKS, isInvisible));
    return views.filter((view) => view.text.length < text.length);
}
/** @param parts what is left out, unless `isLeftOut` says that it is not. */
function viewWithout(text, parts, isLeftOut) {
    let origins;
    return {
        // Without a function it takes less time and memory.
        text: isLeftOut === undefined ? text.replace(parts, '') : text.replace(parts, (part) => (isLeftOut(part) ? '' : part)),
        // Nearly no text needs them.
        origin: (index) => (origins ??= originsWithout(text, parts, isLeftOut))[index] ?? text.length
    };
}
/** For each index of a view its index in the text. */
function originsWithout(...[text, parts, isLeftOut]) {
    const origins = new Uint32Array(text.length);
    let length = 0;
    let end = 0;
    const keep = (to) => {
        while (end < to)
            origins[length++] = end++;
    };
    for (const { index, 0: part } of text.matchAll(parts)) {
        if (isLeftOut?.(part) === false)
            continue;
        keep(index);
        end = index + part.length;
    }
    keep(text.length);
    return origins.subarray(0, length);
}

;// CONCATENATED MODULE: ./src/report/escape.ts
/**
 * How foreign text (paths, titles, answers) becomes inert in each medium. The runner executes `::command::` at the start of a
 * line and the old `##[command]` anywhere in one; terminals and browsers obey control and bidirectional characters; a summary
 * renders Markdown and HTML. Only edge.ts, markup.ts and json-report.ts use it.
 */
/** Control and format characters: bidirectional controls, zero-width characters, tags; separators of lines and paragraphs. */
const escape_INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** Those of them that JSON may hold as they are; its line feeds are between values. */
const INVISIBLE_IN_JSON = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;
const NAMED = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** Makes invisible characters visible on one line: a line feed as `\n`, a right-to-left override as `\u{202e}`. */
function makeVisible(text) {
    return text
        .toWellFormed()
        .replace(escape_INVISIBLE, (char) => NAMED[char] ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}
/** One line that neither the runner nor a terminal takes for a command. */
function escapeLine(text) {
    return makeVisible(text)
        .replaceAll('##[', '# #[')
        .replace(/^(\s*:):/, '$1 :');
}
/** A line of a text in code, where a tab stays what it is. */
function escape_escapeCode(line) {
    return line.split('\t').map(escapeLine).join('\t');
}
/** JSON with the same values, in which nothing is active when a step or a terminal prints it. */
function escapeJson(json) {
    return json
        .replace(INVISIBLE_IN_JSON, (char) => Array.from({ length: char.length }, (_, at) => unicodeEscape(char.charCodeAt(at))).join(''))
        .replaceAll('##[', '#\\u0023[');
}
function unicodeEscape(unit) {
    return `\\u${unit.toString(16).padStart(4, '0')}`;
}
/** Text in which neither Markdown nor HTML is markup, wherever it stands. */
function escape_escapeMarkdown(text) {
    return (makeVisible(text)
        .trimStart()
        .replace(/["!#$&*<>[\]\\^`{|}~]/g, entity)
        // At the start of a line they make a list, a heading or a rule.
        .replace(/^(?:[-+=]|\d+[.)])/, (start) => start.slice(0, -1) + entity(start.slice(-1)))
        // GitHub finds mentions, e-mail addresses and issues after it has decoded entities; a zero-width space prevents it.
        .replaceAll('@', '&#64;&#8203;')
        .replace(/&#35;(?=\d)/g, '&#35;&#8203;')
        // Addresses, and names of emoji.
        .replace(/:(?=\S)/g, entity)
        // An underscore inside a word is no emphasis.
        .replace(/(?<![a-z0-9])_|_(?![a-z0-9])/gi, entity)
        .replace(/www\./gi, (start) => start.replace('.', '&#46;')));
}
function entity(char) {
    return `&#${char.charCodeAt(0)};`;
}

;// CONCATENATED MODULE: ./src/report/vocabulary.ts

const ACTION = {
    input: (name, value) => (value === undefined ? `\`${name}\`` : `\`${name}: ${value}\``),
    terms: {
        // In front of the name of an input at the beginning of a sentence.
        Input: 'Input ',
        job: 'the job',
        secret: 'the secret',
        asInput: ' (input `token`)',
        machine: 'the runner',
        Machine: 'The runner',
        replace: 'start the workflow by hand with `on-conflict: replace`',
        goOn: 'start the workflow by hand (Run workflow)',
        debug: 'with debug logging',
        environment: 'in the environment of the step',
        fetch: 'Give the job `permissions: contents: read`, check that the runner reaches GitHub, and run the job again.'
    }
};
const COMMAND_LINE = {
    input: (name, value) => {
        if (name === 'token')
            return '`RUNBOOK_SYNC_TOKEN`';
        return value === undefined ? `\`--${name}\`` : `\`--${name} ${value}\``;
    },
    terms: {
        Input: '',
        job: 'the command',
        secret: 'the variable',
        asInput: '',
        machine: 'this machine',
        Machine: 'This machine',
        replace: 'run `runbook-sync sync --replace PATH`',
        goOn: 'run `runbook-sync sync --yes`',
        debug: 'with `--verbose`',
        environment: 'in your environment',
        fetch: 'Check that `git fetch` works here, and run the command again.'
    }
};
/** A message in the words of a front end. */
function worded(message, { input, terms }) {
    return message
        .replace(/⟦(\w+)⟧/g, (written, name) => (isTerm(name) ? terms[name] : written))
        .replace(/⟦input ([\w-]+)(?:: ([^⟦⟧]*))?⟧/g, (_, name, value) => input(name, value));
}

;// CONCATENATED MODULE: ./src/report/edge.ts




/** A shorter value stands in ordinary text by chance, and no token is so short. */
const SHORTEST_TOKEN = 8;
/** Characters of a line. GitHub cuts an annotation at 4,096. */
const MAX_LINE = 2000;
/** Characters of a line of a text. */
const MAX_CODE = 500;
/** Characters of a message, so that a report stays small even if a service answers at length. */
const MAX_MESSAGE = 4000;
/** Errors that are the cause of another. */
const MAX_CAUSES = 5;
/**
 * Everything that a run prints or reports passes here. It words messages for its front end, removes the tokens, and escapes
 * for the medium: `line` and `code` for logs and terminals, `json`, and markup.ts for Markdown. What renderers show comes from
 * shown.ts, or passes `line`.
 */
class Edge {
    #vocabulary;
    #secrets;
    /** @param tokens as they were given, perhaps with white space around them; undefined or empty if there is none. */
    constructor(vocabulary, tokens) {
        this.#vocabulary = vocabulary;
        const values = tokens.map((token = '') => token.trim());
        this.#secrets = values.filter(({ length }) => length >= SHORTEST_TOKEN).map((value) => new Secret(value));
    }
    /** A text of others, such as a path, without the tokens. Not escaped. */
    redact(text) {
        return this.#secrets.reduce((redacted, secret) => secret.redact(redacted), text);
    }
    /** A message in the words of the front end, without the tokens. Not escaped. */
    say(message) {
        // An empty word could join the halves of a token.
        return shorten(this.redact(worded(message, this.#vocabulary)), MAX_MESSAGE);
    }
    /** A message as one line for a log or a terminal. */
    line(message, limit = MAX_LINE) {
        return shorten(escapeLine(this.say(message)), limit);
    }
    /** A line of a text of others, in which a tab stays what it is. */
    code(line) {
        return shorten(escape_escapeCode(this.redact(line)), MAX_CODE);
    }
    /** A value with texts of others as JSON. */
    json(value) {
        const redact = (_, part) => (typeof part === 'string' ? this.redact(part) : part);
        return escapeJson(`${JSON.stringify(value, redact, 2)}\n`);
    }
    /** The stack of an error and of its causes, as safe lines. */
    trace(error) {
        const stacks = [];
        for (let cause = error; cause instanceof Error && stacks.length < MAX_CAUSES; cause = cause.cause) {
            stacks.push(cause.stack ?? cause.message);
        }
        // Redacted before it is split, because a line feed may break a token.
        return this.redact(stacks.join('\n'))
            .split('\n')
            .map((line) => this.line(line));
    }
}

// EXTERNAL MODULE: ./node_modules/entities/dist/decode.js + 3 modules
var decode = __webpack_require__(1161);
;// CONCATENATED MODULE: ./src/normal-form.ts

// What services change in texts and names, so that it is no difference.
/** At the end of a line. Without the condition before, blanks inside a line would take quadratic time. */
const BLANKS = /(?<![ \t])[ \t]+(?=\n)/g;
/** With the line ends of Git. */
function withLineFeeds(text) {
    return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}
/** Services trim texts, and change line ends, blanks at the ends of lines, runs of blank lines, and the Unicode form. */
function normalForm(text) {
    // Most texts need none of these replacements, and `includes` is many times faster than a pattern.
    const lines = withLineFeeds(text);
    const trimmed = lines.includes(' \n') || lines.includes('\t\n') ? lines.replace(BLANKS, '') : lines;
    const collapsed = trimmed.includes('\n\n\n') ? trimmed.replace(/\n{3,}/g, '\n\n') : trimmed;
    return composed(collapsed.trim());
}
/**
 * In NFC, except a text with more combining characters in a row than any language has, for which that takes quadratic time.
 *
 * @see https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
function composed(text) {
    // Only in ASCII each character takes one byte, and ASCII is the same in each form.
    if (Buffer.byteLength(text) === text.length || /(?<!\p{M})\p{M}{31}/u.test(text))
        return text;
    return text.normalize('NFC');
}
/** A service may take two names for one that differ only in case, blanks or Unicode form, or show a name escaped for HTML. */
function foldName(name) {
    // In printable ASCII without blanks to fold, and without entities, only case can differ.
    if (!/[^ -~]|^ | $| {2}|&/.test(name))
        return name.toLowerCase();
    // Upper case first: it joins what lower case keeps apart (ß and ss, ς and σ), as full case folding does.
    const folded = composed(composed((0,decode/* decodeHTMLStrict */.hl)(name)).toUpperCase().toLowerCase());
    return folded.replace(/\s+/g, ' ').trim();
}

;// CONCATENATED MODULE: ./src/report/result.ts
/**
 * What became of a runbook or an entry, in the order in which people need to know it. The JSON report uses these words, and
 * docs/report.md explains them.
 */
const OUTCOMES = {
    failed: { icon: '❌', meaning: 'not stored as it was sent', table: 'person', isGrouped: true },
    refused: { icon: '⛔', meaning: 'not sent, see the reason', table: 'person', isGrouped: true },
    pending: {
        icon: '⏳',
        meaning: 'not sent, or not confirmed, because the run ended',
        table: 'pending',
        isGrouped: true
    },
    kept: { icon: '✍️', meaning: 'edited in the assistant; the edit stays', table: 'person', isGrouped: true },
    upserted: { icon: '✅', meaning: 'sent and stored', table: 'delivered', isGrouped: false },
    planned: { icon: '📤', meaning: 'a sync would send it', table: 'planned', isGrouped: false },
    retired: { icon: '📕', meaning: 'the entry now says that its runbook is gone', table: 'delivered', isGrouped: false },
    orphaned: { icon: '🍂', meaning: 'the entry has no runbook', table: 'orphaned', isGrouped: false },
    unchanged: { icon: '', meaning: 'the entry has this text', table: 'none', isGrouped: false },
    skipped: { icon: '', meaning: 'left out, see the reason', table: 'left out', isGrouped: true }
};
/** What a report needs although the inputs could not be read. */
function unreadFrame(known = {}) {
    const { mode, address = { repository: '', serverUrl: '' } } = known;
    return { mode, address, showsTexts: false, confirms: true, tokenExpiresOn: undefined };
}

;// CONCATENATED MODULE: ./src/report/journal.ts


/** Records what a run says, decides and does, and tells a front end at once. */
class Journal {
    #tell;
    #notices = new Map();
    #items = new Map();
    #pulled = [];
    #saved = new Map();
    #alerts;
    #round = { head: '', selected: 0, inventory: undefined, decisions: [] };
    #frame = unreadFrame();
    constructor(tell = () => undefined) {
        this.#tell = tell;
    }
    /** Takes what is known of the run, in place of what was known before. */
    begins(frame) {
        this.#frame = frame;
    }
    /** Each once: a further round may find the same. */
    notice(notice) {
        if (notice.level !== 'progress') {
            const key = JSON.stringify(notice);
            if (this.#notices.has(key))
                return;
            this.#notices.set(key, notice);
        }
        this.#tell({ kind: 'notice', notice });
    }
    /** Takes the decisions about a commit, in place of those about the commit before. */
    decided({ head, selected, inventory, decisions }) {
        const former = [...this.#items.values()].filter(({ state }) => state === 'stored');
        const stored = new Map(former.map((item) => [keyOf(item.decision), item]));
        const names = new Set(decisions.map(({ name = '' }) => foldName(name)));
        const items = decisions.map((decision) => {
            // An earlier commit of this run stored it, and nothing has changed since.
            const earlier = decision.kind === 'unchanged' ? stored.get(keyOf(decision)) : undefined;
            return earlier ?? openItem(decision);
        });
        // The list shows a note and not an orphan now, so no later commit decides about it again.
        const retired = former.filter(({ decision: { kind, name = '' } }) => kind === 'retire' && !names.has(foldName(name)));
        this.#items = new Map([...items, ...retired].map((item) => [keyOf(item.decision), item]));
        // What the list held is said of the beginning of the run.
        this.#round = { head, selected, inventory: this.#round.inventory ?? inventory, decisions };
        this.#tell({ kind: 'decided', round: { head, selected, inventory, decisions } });
    }
    outcome(outcome) {
        switch (outcome.kind) {
            case 'accepted':
                this.#update(outcome.decision, { state: 'accepted', attempts: outcome.attempts });
                break;
            case 'stored':
                this.#update(outcome.decision, { state: 'stored' });
                break;
            case 'failed':
                this.#update(outcome.decision, {
                    state: 'failed',
                    error: outcome.error,
                    ...(outcome.attempts !== undefined && { attempts: outcome.attempts })
                });
                break;
            case 'saved':
                this.#saved.set(outcome.file, {
                    path: outcome.path,
                    name: outcome.name,
                    file: outcome.file,
                    folder: outcome.folder
                });
                break;
            case 'dropped':
                this.#saved.delete(outcome.file);
                break;
            case 'pulled':
                this.#pulled.push(outcome.pulled);
                break;
            case 'alerts':
                this.#alerts = outcome.alerts;
        }
        this.#tell({ kind: 'outcome', outcome });
    }
    /** True if anything has this outcome so far. */
    has(state) {
        return this.#items.values().some((item) => item.state === state);
    }
    /** What the run has found and done. @param ended what ended it early. */
    result(ended) {
        const { head, selected, inventory } = this.#round;
        return {
            ...this.#frame,
            head,
            selected,
            inventory,
            items: [...this.#items.values()],
            notices: [...this.#notices.values()],
            pulled: [...this.#pulled],
            saved: [...this.#saved.values()],
            alerts: this.#alerts,
            ended
        };
    }
    #update(decision, change) {
        const item = this.#items.get(keyOf(decision));
        if (item !== undefined)
            this.#items.set(keyOf(decision), { ...item, ...change });
    }
}
function openItem(decision) {
    return { decision, state: 'open', attempts: 0, error: undefined };
}
function keyOf({ about, path, name = '' }) {
    return about === 'runbook' ? `runbook ${path}` : `entry ${name}`;
}

;// CONCATENATED MODULE: ./src/report/markup.ts


/** Markdown that is ours. A string is not: in `markup` it becomes text in which nothing is markup. */
class Markup {
    text;
    constructor(text) {
        this.text = text;
    }
}
/** A template of Markdown. The strings that are put in are escaped. */
function markup_markup(template, ...parts) {
    const [start = '', ...rest] = template;
    return new Markup(start + rest.map((text, at) => textOf(parts[at] ?? '') + text).join(''));
}
function textOf(part) {
    if (part instanceof Markup)
        return part.text;
    return typeof part === 'number' ? format(part) : escapeMarkdown(part);
}
/** A message of this program, which may quote foreign text: what stands between two backticks becomes code, and nothing else is markup. */
function prose(message, edge) {
    return new Markup(escapeMarkdown(edge.say(message)).replace(/&#96;(.+?)&#96;/g, '<code>$1</code>'));
}
/** The parts that are not empty, one after the other. */
function joinMarkup(parts, separator = '') {
    return new Markup(parts
        .map(({ text }) => text)
        .filter((text) => text !== '')
        .join(separator));
}
/** A row of a table for each cell of which `markup` or `prose` has made text without a line feed. */
function markup_tableRow(cells) {
    return markup_markup `| ${joinCells(cells)} |`;
}
function joinCells(cells) {
    return new Markup(cells.map(({ text }) => text).join(' | '));
}
/** A box of GitHub; nothing without paragraphs. */
function alertBox(kind, paragraphs) {
    return paragraphs.length === 0 ? markup_markup `` : markup_markup `> [!${new Markup(kind)}]\n> ${joinMarkup(paragraphs, '\n>\n> ')}`;
}
/** A difference in lines, as a block of code whose fence is longer than every run of tildes in it. */
function differenceBlock(lines) {
    const shown = lines.map(escapeCode);
    const longest = shown.reduce((most, line) => Math.max(most, ...(line.match(/~+/g) ?? []).map(({ length }) => length)), 2);
    const fence = new Markup('~'.repeat(longest + 1));
    return [markup_markup `${fence}diff`, ...shown.map((line) => new Markup(line)), fence];
}

;// CONCATENATED MODULE: ./src/report/judged-alerts.ts


/** What the reader of the counts sees of each state of an alert. */
const STATES = {
    runbook: 'with a runbook',
    dead: 'dead',
    elsewhere: 'elsewhere',
    without: 'without'
};
const MAX_ROWS = 200;
const MAX_LINES = 50;
/** How an alert without an address gets a runbook. */
const ADVICE = 'Give a rule a runbook_url, or name its alert in the front matter of a runbook: alerts: [NAME].';
/** `41 alerts: 28 with a runbook, 5 dead, 3 elsewhere, 5 without`. */
function describeAlerts({ files, alerts, totals }) {
    if (alerts.length === 0)
        return `No alerts in ${count(files, 'file')}`;
    const states = Object.entries(STATES);
    const parts = states.map(([state, words]) => totals[state] > 0 && `${wording_format(totals[state])} ${words}`);
    return `${count(alerts.length, 'alert')}: ${joined(parts, ', ')}`;
}
/** Empty if each runbook belongs to an alert. */
function describeUnnamed({ unnamed }) {
    return unnamed.length === 0 ? '' : `${count(unnamed.length, 'runbook')} without an alert: ${listed(unnamed)}`;
}
/** The alerts that need a person: first those whose address is dead. */
function missingIn({ alerts }) {
    return [...alerts.filter(({ state }) => state === 'dead'), ...alerts.filter(({ state }) => state === 'without')];
}
/** The table for the summary. @param link to a line of a file. */
function alertsMarkdown(table, link) {
    const missing = missingIn(table);
    const rows = missing
        .slice(0, MAX_ROWS)
        .map(({ alert, file, line, state, reason }) => tableRow([markup `${alert}`, link({ path: file, line }), markup `${STATES[state]}`, markup `${reason}`]));
    const more = missing.length - rows.length;
    const unnamed = describeUnnamed(table);
    return [
        markup `### Alerts\n`,
        markup `${describeAlerts(table)}.\n`,
        ...(rows.length === 0
            ? []
            : [markup `| alert | rule | state | reason |`, markup `| --- | --- | --- | --- |`, ...rows, markup ``]),
        ...(more === 0 ? [] : [markup `${more} more are in the JSON report.\n`]),
        ...(table.totals.without === 0 ? [] : [markup `${ADVICE}\n`]),
        ...(unnamed === '' ? [] : [markup `${unnamed}.\n`])
    ];
}
/** The lines for a log or a terminal: the counts come last, as the result of a command does. */
function alertsLines(table) {
    const missing = missingIn(table);
    const more = missing.length - MAX_LINES;
    return [
        ...missing.slice(0, MAX_LINES).map(({ alert, file, line, state, reason }) => {
            return joined([STATES[state].padEnd(8), `${file}:${line}`, ` ${alert}`, reason]);
        }),
        table.totals.without > 0 ? ADVICE : '',
        ...(more > 0 ? [`and ${wording_format(more)} more; the JSON report has all`] : []),
        describeUnnamed(table),
        describeAlerts(table)
    ].filter((line) => line !== '');
}
/** A warning for each dead address, in a pull request for those that it brings in. */
function alertNotices({ table, broughtIn }) {
    return (broughtIn ?? table.alerts)
        .filter(({ state }) => state === 'dead')
        .map(({ alert, file, line, reason }) => ({
        level: 'warning',
        message: `The alert ${alert} has no runbook at its address. ${reason} Correct the address, or add the runbook.`,
        path: file,
        line
    }));
}
/** For the JSON report, and for `alerts --json`. */
function alertsJson({ alerts }) {
    return {
        alerts: alerts.map(({ alert, file, line, state, address, path, reason }) => ({
            alert,
            file,
            line,
            state,
            address: address === '' ? null : address,
            runbook: state === 'runbook' ? path : null,
            reason: reason === '' ? null : reason
        }))
    };
}

;// CONCATENATED MODULE: ./src/report/outcomes.ts

const NOT_SENT = 'Not sent, because the run ended.';
const NOT_CONFIRMED = 'Sent, not confirmed.';
const DELETE_ENTRY = 'Delete its entry in the assistant.';
/** The outcome of an item follows from its decision, then from what was done, and from nothing else. */
function outcomeOf(item, { mode, confirms }) {
    const { state, error } = item;
    const { kind, reason, hint } = item.decision;
    if (kind !== 'send' && kind !== 'retire')
        return { outcome: kind, reason, hint };
    const orphaned = { outcome: 'orphaned', reason, hint: DELETE_ENTRY };
    if (mode !== 'sync')
        return kind === 'send' ? { outcome: 'planned', reason, hint } : orphaned;
    const isDone = state === 'stored' || (state === 'accepted' && !confirms);
    if (isDone)
        return { outcome: kind === 'send' ? 'upserted' : 'retired', reason, hint };
    if (state === 'accepted')
        return { outcome: 'pending', reason: NOT_CONFIRMED, hint: undefined };
    if (state === 'open')
        return kind === 'send' ? { outcome: 'pending', reason: NOT_SENT, hint: undefined } : orphaned;
    const { message = '', hint: advice } = error ?? {};
    if (kind === 'send')
        return { outcome: 'failed', reason: message, hint: advice };
    return { outcome: 'failed', reason: `Not retired: ${message}`, hint: DELETE_ENTRY };
}
/** A report asks a dozen times, and a result never changes. */
const known = new WeakMap();
function rowsIn(result) {
    const order = Object.keys(OUTCOMES);
    const rank = ({ outcome }) => order.indexOf(outcome);
    const all = result.items
        .map((item) => rowOf(item, result))
        .sort((one, other) => rank(one) - rank(other) || (one.path < other.path ? -1 : 1));
    const due = all.filter(({ isWaiting }) => !isWaiting);
    return { all, due, totals: countOutcomes(due) };
}
function knownRows(result) {
    const rows = known.get(result) ?? rowsIn(result);
    known.set(result, rows);
    return rows;
}
/** What became of all items, what people need to know first at the beginning, then in the order of the paths. */
function reportedOf(result) {
    return knownRows(result).all;
}
/** The same without what waits on the branch. */
function outcomes_dueOf(result) {
    return knownRows(result).due;
}
function rowOf(item, result) {
    const fate = outcomeOf(item, result);
    return {
        ...item.decision,
        ...fate,
        attempts: item.attempts,
        // What was not stored is red in every run.
        isWaiting: item.decision.isWaiting === true && fate.outcome !== 'failed' && fate.outcome !== 'pending'
    };
}
/** True if something is not in the knowledge base as it should be, or would not be after a sync. */
function isMissing({ outcome, isWaiting }) {
    return !isWaiting && (outcome === 'failed' || outcome === 'refused' || outcome === 'pending');
}
/** How often each outcome occurs, in their order; without what waits on the branch. */
function totalsOf(result) {
    return knownRows(result).totals;
}
function countOutcomes(rows) {
    const totals = Object.fromEntries(Object.keys(OUTCOMES).map((outcome) => [outcome, 0]));
    for (const { outcome } of rows)
        totals[outcome]++;
    return totals;
}
/** The number of edits in the assistant that are not in the files, or that `pull` has found. */
function editsOf(result) {
    if (result.mode === 'pull')
        return result.pulled.length;
    return outcomes_dueOf(result).filter(isEdit).length;
}
/** True if a text of a person stays in the assistant: kept, or the reason of a refusal. */
function isEdit({ outcome, cause, texts = [] }) {
    const isRefusal = outcome === 'refused' && cause === 'conflict';
    return outcome === 'kept' || (isRefusal && texts.some(({ origin }) => origin !== 'elsewhere'));
}

;// CONCATENATED MODULE: ./src/report/pulled.ts

/** `2 files changed, 1 edit beside its file` */
function describePulled(pulled) {
    const total = (wanted) => pulled.filter(({ kind }) => kind === wanted).length;
    const changed = total('changed');
    const beside = total('beside');
    const made = total('new');
    const leftOut = total('left out');
    const parts = [
        changed > 0 && `${count(changed, 'file')} changed`,
        beside > 0 && count(beside, 'edit beside its file', 'edits beside their files'),
        made > 0 && count(made, 'new file'),
        leftOut > 0 && `${wording_format(leftOut)} left out`
    ];
    return joined(parts, ', ') || 'there are no edits to pull';
}
/** If both changed the same lines, no sync can tell that the edit is in the file. */
const HOW_TO_MERGE = `Copy what is right, and delete that file. If the next sync refuses the runbook, ${wording_term('replace')}.`;
/** What became of an edit, and what to do with it, as a warning or a notice. */
function pulledNotice({ path, file, kind, reason }) {
    const about = path === '' ? {} : { path };
    switch (kind) {
        case 'changed':
            return { level: 'notice', message: joined(['An edit from the assistant is in the file now.', reason]), ...about };
        case 'new':
            return { level: 'notice', message: joined(['A new file for an entry of the assistant.', reason]), ...about };
        case 'beside': {
            const ending = file.startsWith(path) ? file.slice(path.length) : '';
            const where = ending === '' ? `in \`${file}\`` : `beside the file, with \`${ending}\` after its name`;
            const message = `An edit from the assistant is ${where}.`;
            return {
                level: 'warning',
                message: joined([message, reason, HOW_TO_MERGE]),
                ...about
            };
        }
        case 'left out':
            return { level: 'warning', message: reason, ...about };
    }
}

;// CONCATENATED MODULE: ./src/report/notices.ts



/** Long enough for a holiday, in days. */
const WARN_DAYS = 14;
const DAY = 24 * 60 * 60 * 1000;
/** What a person should know of a run although it does not fail it, and first whether the token expires soon. */
function noticesOf(result, now) {
    const expiry = expiryNotice(result, now);
    return expiry === undefined ? [...result.notices] : [expiry, ...result.notices];
}
/** All notices for a person: also what became of edits, which a program finds elsewhere. */
function noticesForPeople(result, now) {
    return [...noticesOf(result, now), ...result.pulled.map(pulledNotice)];
}
/** A warning around the day on which the token stops working. The service cannot be asked. */
function expiryNotice(result, now) {
    const { tokenExpiresOn, inventory } = result;
    if (tokenExpiresOn === undefined)
        return undefined;
    const days = Math.ceil((tokenExpiresOn.getTime() - now.getTime()) / DAY);
    if (days > WARN_DAYS)
        return undefined;
    const day = tokenExpiresOn.toISOString().slice(0, 10);
    if (days <= 0 && (inventory !== undefined || totalsOf(result).upserted > 0)) {
        const message = `The date in the workflow is past (\`token-expires-on: ${day}\`), yet the token works: correct the date.`;
        return { level: 'warning', message };
    }
    const when = days > 0 ? `expires on ${day}, in ${count(days, 'day')}` : `expired on ${day}`;
    const message = `The token ${when} (\`token-expires-on\`). Choose Rotate in Settings → Access Tokens of the assistant, store the new ` +
        'value in the secret at once, because the old one stops working, and update `token-expires-on`.';
    return { level: 'warning', message };
}
/** An edit that stays, or that a run replaces, for the file of its runbook. */
function editNotices(result) {
    const rows = dueOf(result);
    const kept = rows.filter(({ outcome }) => outcome === 'kept');
    const planned = rows.filter(({ outcome, texts = [] }) => outcome === 'planned' && texts.length > 0);
    return [
        ...kept.map(({ path, reason, hint = '' }) => ({
            level: 'warning',
            path,
            message: `${reason} ${hint}`.trim()
        })),
        ...planned.map(({ path, name = '' }) => ({
            level: 'warning',
            path,
            message: `The entry “${name}” has a text that is not from this runbook. A sync saves and replaces it.`
        })),
        ...result.saved.map(({ path, name, file }) => ({
            level: 'warning',
            path,
            message: `The run replaced a text of the entry “${name}” in the assistant. The old text is in ${file} until the job ends.`
        }))
    ];
}

;// CONCATENATED MODULE: ./src/report/shown.ts

/** The only way to a `ShownResult`. */
function showResult(result, edge) {
    const { mode, showsTexts, confirms, tokenExpiresOn, head, selected, inventory, ended, address, alerts } = result;
    const names = result.items.flatMap(({ decision: { path, name = '' } }) => [path, name]);
    const clean = new Set(groupsOf(names).flatMap((group) => (mayHaveToken(group, edge) ? [] : group)));
    // Thousands of files may have one reason, or one name.
    const redact = remember((text) => edge.redact(text), clean);
    const say = remember((message) => edge.say(message));
    return {
        edge,
        mode,
        showsTexts,
        confirms,
        tokenExpiresOn,
        head,
        selected,
        address: { repository: redact(address.repository), serverUrl: redact(address.serverUrl) },
        inventory: inventory && { ...inventory, names: showsTexts ? inventory.names.map(redact) : [] },
        items: result.items.map((item) => showItem(item, showsTexts, redact, say)),
        notices: result.notices.map((notice) => showNotice(notice, redact, say)),
        pulled: result.pulled.map(({ path, file, kind, reason }) => ({
            path: redact(path),
            file: redact(file),
            kind,
            reason: say(reason)
        })),
        saved: result.saved.map(({ path, name, file, folder }) => ({
            path: redact(path),
            name: redact(name),
            file: redact(file),
            folder: redact(folder)
        })),
        alerts: alerts && showAlerts(alerts, redact, say),
        ended: ended && showError(ended, say)
    };
}
/** Each field by its name, so that a new one is not shown before somebody has thought of it. */
function showItem({ decision, state, attempts, error }, showsTexts, redact, say) {
    const { about, path, name, kind, reason, hint, line, cause, texts, difference, isWaiting } = decision;
    // A public repository must not publish what the assistant calls its entries.
    const isPublic = showsTexts || about === 'runbook';
    return {
        decision: {
            about,
            path: redact(path),
            name: name !== undefined && isPublic ? redact(name) : undefined,
            kind,
            reason: say(reason),
            hint: hint === undefined ? undefined : say(hint),
            line,
            difference: showsTexts ? difference && showLines(difference, redact) : undefined,
            ...(cause !== undefined && { cause }),
            ...(texts !== undefined && { texts: texts.map(({ origin }) => ({ origin, content: '' })) }),
            ...(isWaiting !== undefined && { isWaiting })
        },
        state,
        attempts,
        error: error && showError(error, say)
    };
}
/** Lines with one sign together and without it, because a line feed may break a token. */
function showLines(lines, redact) {
    const runs = [];
    for (const line of lines) {
        const [sign = ''] = line;
        const run = runs.at(-1);
        if (run?.sign === sign)
            run.texts.push(line.slice(1));
        else
            runs.push({ sign, texts: [line.slice(1)] });
    }
    return runs.flatMap(({ sign, texts }) => redact(texts.join('\n'))
        .split('\n')
        .map((text) => sign + text));
}
function showAlerts({ table, broughtIn }, redact, say) {
    const shown = ({ alert, file, line, address, state, path, reason }) => ({
        alert: redact(alert),
        file: redact(file),
        line,
        address: redact(address),
        state,
        path: redact(path),
        reason: say(reason)
    });
    const { files, alerts, totals, unnamed } = table;
    return {
        table: { files, alerts: alerts.map(shown), totals, unnamed: unnamed.map(redact) },
        broughtIn: broughtIn?.map(shown)
    };
}
function showNotice({ level, message, path, line }, redact, say) {
    return { level, message: say(message), ...(path !== undefined && { path: redact(path) }), line };
}
/** Without its cause, which only `Edge.trace` prints. */
function showError({ kind, message, hint, headline }, say) {
    return new errors_ActionError(kind, say(message), say(hint), headline === undefined ? {} : { headline: say(headline) });
}
/** Texts that are looked through in one pass: that takes a tenth of the time, and of more texts it would take much memory. */
const GROUP = 1000;
function groupsOf(texts) {
    const number = Math.ceil(texts.length / GROUP);
    return Array.from({ length: number }, (_, at) => texts.slice(at * GROUP, (at + 1) * GROUP));
}
/** True if one of the texts may have a token. */
function mayHaveToken(texts, edge) {
    // The blank keeps `=` at the end of a text from being a soft line break.
    const all = texts.join(' \n');
    // `<` in one text and `>` in another would look like a tag, and could hide a token between them.
    return all.includes('<') || edge.redact(all) !== all;
}
/** @param clean texts that are known to need no change. */
function remember(change, clean = new Set()) {
    const made = new Map();
    return (text) => {
        const known = clean.has(text) ? text : made.get(text);
        if (known !== undefined)
            return known;
        const value = change(text);
        made.set(text, value);
        return value;
    };
}

;// CONCATENATED MODULE: ./src/report/causes.ts

const MAX_PATH = 300;
/** Texts of a sentence, and files that each names. */
const MAX_TEXTS = 3;
const MAX_PATHS = 3;
/** The rows by their causes, in the order of the first row of each. */
function causesOf(rows) {
    const groups = Map.groupBy(rows, (row) => [row.outcome, withoutName(row, row.reason), row.hint ?? ''].join('\n'));
    return [...groups.values()].flatMap((group) => {
        const [first] = group;
        if (first === undefined)
            return [];
        const { outcome, hint } = first;
        if (group.length > 1)
            return [{ outcome, reason: withoutName(first, first.reason), hint, rows: group }];
        return [{ outcome, reason: first.reason, hint: commandFor(first), rows: group }];
    });
}
/** The hint. The command of vocabulary.ts names the file, if no shell takes its path for more. */
function commandFor({ path, hint }) {
    return /^\w[\w./-]*$/.test(path) ? hint?.replace('--replace PATH', `--replace ${path}`) : hint;
}
/** What is said of a row in words that fit other rows, too. */
function withoutName({ name }, text) {
    return name === undefined ? text : text.replace(` “${name}”`, '');
}
/** The first paths, each of which may be long, and how many more there are. */
function listPaths(paths, most) {
    return listed(paths.map((path) => shorten(path, MAX_PATH)), most);
}
/**
 * Each text once, after the files that it is about: `docs/a.md, docs/b.md: The file is not UTF-8.` A text about everything
 * stands alone.
 *
 * @param total number of rows that there are, those of other causes included.
 */
function sayOnce(causes, textOf, total) {
    const groups = [...Map.groupBy(causes, textOf)]
        .filter(([text = '']) => text !== '')
        .map(([text = '', of]) => ({ text, rows: of.flatMap(({ rows }) => rows) }));
    const [first] = groups;
    if (first?.rows.length === total)
        return [first.text];
    const more = groups.slice(MAX_TEXTS).reduce((sum, { rows }) => sum + rows.length, 0);
    return [
        ...groups.slice(0, MAX_TEXTS).map(({ text, rows }) => `${listPaths(pathsOf(rows), MAX_PATHS)}: ${text}`),
        ...(more > 0 ? [`${count(more, 'more runbook')}: see the report.`] : [])
    ];
}
function pathsOf(rows) {
    return rows.map(({ path }) => path);
}

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
;// CONCATENATED MODULE: ./src/report/names.ts





const names_MAX_PATHS = 3;
const MAX_NAME = 200;
/** The names that several files have, if at least one of these files does not merely wait on the branch. */
function sharedNames(rows) {
    const files = rows.filter(({ outcome, cause }) => outcome === 'refused' && cause === 'duplicate');
    const groups = Map.groupBy(files, ({ name = '' }) => foldName(name));
    return [...groups.values()]
        .filter((group) => group.some(({ isWaiting }) => !isWaiting))
        .map((group) => {
        const inOrder = [...group.filter(({ isWaiting }) => !isWaiting), ...group.filter(({ isWaiting }) => isWaiting)];
        return { name: inOrder[0]?.name ?? '', paths: inOrder.map(({ path }) => path) };
    });
}
/** `“Summary”: 4 files (docs/a.md, docs/b.md, docs/c.md and 1 more)` */
function describeName({ name, paths }) {
    return `“${shorten(name, MAX_NAME)}”: ${count(paths.length, 'file')} (${listPaths(paths, names_MAX_PATHS)})`;
}
/** `3 names are shared: “Summary”: 4 files (a.md, b.md, c.md and 1 more), …`, without a full stop. */
function describeNames(shared) {
    return `${count(shared.length, 'name is', 'names are')} shared: ${listed(shared.map(describeName))}`;
}
/** How the names become unique: never by another template if there are entries, because a new template would create all of them again. */
function nameAdvice(shared, hasEntries) {
    if (hasEntries) {
        return `Give each file a \`title\` of its own in the front matter. Another ${input('entry-name')} would make new entries for all runbooks.`;
    }
    const template = input('entry-name', `'${uniqueTemplate(shared)}'`);
    return `Before the first sync, set ${template}: later it would make new entries for all runbooks. Otherwise, give each file a \`title\` of its own in the front matter.`;
}
/** The shortest template that gives these files different names. */
function uniqueTemplate(shared) {
    const repeatsInFolder = shared.some(({ paths }) => new Set(paths.map((path) => external_node_path_.posix.dirname(path))).size < paths.length);
    return repeatsInFolder ? '{path}: {title}' : '{dir}: {title}';
}
/** True if the knowledge base has entries of this branch, as far as the run can tell. */
function hasEntries(result) {
    const { current = 0, differing = 0, orphaned = 0 } = result.inventory ?? {};
    const { upserted, unchanged, kept } = totalsOf(result);
    return current + differing + orphaned + upserted + unchanged + kept > 0;
}

;// CONCATENATED MODULE: ./src/report/verdict.ts






/** Names that several files have, and files, of which the verdict tells; the report has more. */
const MAX_NAMES = 3;
const verdict_MAX_PATHS = 5;
/** Why the run is red, and what to do; undefined for a green run. */
function verdict_verdictOf(result) {
    const missing = verdict_missingIn(result);
    if (result.ended !== undefined)
        return endedVerdict(result.ended, missing.rows, result);
    const leftOut = result.pulled.find(({ kind }) => kind === 'left out');
    if (leftOut !== undefined) {
        const message = `${describePulled(result.pulled)}. ${leftOut.reason}`;
        return new errors_ActionError('incomplete', message, 'Correct the entry in the assistant, then pull again.');
    }
    return missing.rows.length === 0 ? alertsVerdict(result) : missingVerdict(missing, result);
}
/** A pull request is red for the dead addresses that it brings in. A sync never is, because the runbooks have arrived. */
function alertsVerdict({ alerts }) {
    const dead = alerts?.broughtIn ?? [];
    if (dead.length === 0)
        return undefined;
    const places = listed(dead.map(({ alert, file, line }) => `${alert} (${file}:${line})`));
    return new errors_ActionError('incomplete', `${count(dead.length, 'alert has', 'alerts have')} an address that leads to no runbook: ${places}.`, 'Correct the address, or add the runbook.');
}
/** The verdict for a reader who sees the causes below it: several causes are counted here, and told there. */
function openingOf(result) {
    const { rows, causes, shared } = verdict_missingIn(result);
    // All names that files share are one cause.
    const isSimple = causes.length + Math.min(shared.length, 1) <= 1;
    if (result.ended !== undefined || isSimple)
        return verdict_verdictOf(result);
    const hint = joined(['The reasons below say what to do.', nextStep(rows, result)]);
    return { message: `${countMissing(rows, result)}: ${describeCauses(rows)}.`, hint };
}
/** `1 failure, 2 conflicts` */
function describeCauses(missing) {
    const total = (wanted) => missing.filter(wanted).length;
    const failed = total(({ outcome }) => outcome === 'failed');
    const pending = total(({ outcome }) => outcome === 'pending');
    const conflicts = total(({ outcome, cause }) => outcome === 'refused' && cause === 'conflict');
    const duplicates = total(({ outcome, cause }) => outcome === 'refused' && cause === 'duplicate');
    const others = missing.length - failed - pending - conflicts - duplicates;
    return joined([
        failed > 0 && count(failed, 'failure'),
        duplicates > 0 && count(duplicates, 'file with the name of another', 'files with the name of another'),
        conflicts > 0 &&
            count(conflicts, 'conflict with a text in the assistant', 'conflicts with texts in the assistant'),
        others > 0 && count(others, 'file to correct', 'files to correct'),
        pending > 0 && `${wording_format(pending)} pending`
    ], ', ');
}
/** The verdict for a reader who has seen the causes above it. */
function closingOf(result) {
    const { rows } = verdict_missingIn(result);
    if (result.ended !== undefined || rows.length === 0)
        return verdict_verdictOf(result);
    return { message: `${countMissing(rows, result)}.`, hint: nextStep(rows, result) };
}
/** What is not in the knowledge base as it should be, and why. */
function verdict_missingIn(result) {
    const all = reportedOf(result);
    const rows = all.filter(isMissing);
    return { rows, causes: causesOf(rows.filter(({ cause }) => cause !== 'duplicate')), shared: sharedNames(all) };
}
/** What ended the run explains what is missing, so that no path is named. */
function endedVerdict(ended, missing, result) {
    const { kind, message, hint, headline } = ended;
    const total = missing.length > 0 && `${countMissing(missing, result)}.`;
    return new errors_ActionError(kind, joined([message, total]), hint, headline === undefined ? {} : { headline });
}
function missingVerdict({ rows, causes, shared }, result) {
    const reasons = sayOnce(causes, ({ reason }) => reason, rows.length);
    const hints = sayOnce(causes, ({ hint }) => hint, rows.length);
    // A reason that stands alone is about all files, so that they are named here.
    const files = listPaths(reasons.length <= 1 && shared.length === 0 ? rows.map(({ path }) => path) : [], verdict_MAX_PATHS);
    const names = shared.length > 0 && `Several files have one name: ${listed(shared.map(describeName), MAX_NAMES)}.`;
    const advice = shared.length > 0 && nameAdvice(shared, hasEntries(result));
    return new errors_ActionError('incomplete', joined([`${joined([countMissing(rows, result), files], ': ')}.`, ...reasons, names]), joined([advice, ...hints, nextStep(rows, result)]));
}
function nextStep(missing, { mode }) {
    if (mode === 'plan')
        return 'Correct this first, or the next sync fails.';
    return missing.some(({ outcome }) => outcome !== 'refused') ? 'The next run delivers what is missing.' : '';
}
/** `3 runbooks were not delivered` */
function countMissing({ length }, { mode }) {
    if (mode === 'plan')
        return `${count(length, 'runbook')} would not be delivered`;
    return `${count(length, 'runbook was', 'runbooks were')} not delivered`;
}

;// CONCATENATED MODULE: ./src/report/json-report.ts






/** Raised when a reader of version 1 would misunderstand the report. */
const VERSION = 1;
/** JSON characters of one list, about 10,000 runbooks, so that a report of any repository takes a few MB at most. */
const MAX_LIST = 3_000_000;
/** The JSON report of a command. Its form is in docs/report.schema.json. */
function jsonOf(result, edge) {
    return jsonReport(showResult(result, edge), new Date());
}
/** @param now decides whether the token expires soon. */
function jsonReport(result, now) {
    const { edge } = result;
    const verdict = verdict_verdictOf(result);
    const lists = {
        saved: result.saved.map(({ path, name, file }) => ({ path, name, file })),
        pulled: result.pulled.map(({ path, file, kind, reason }) => ({ path, file, kind, reason })),
        notices: noticesOf(result, now).map(({ level, message, path = null, line = null }) => ({
            level,
            message,
            path,
            line
        })),
        alerts: result.alerts === undefined ? [] : alertsJson(result.alerts.table).alerts,
        runbooks: reportedOf(result).map((row) => {
            const { path, name = null, outcome, reason, hint = null, line = null, attempts, isWaiting } = row;
            return { path, name, outcome, cause: causeIn(row), reason, hint, line, attempts, waiting: isWaiting };
        })
    };
    const bounded = Object.entries(lists).map(([name, items]) => [name, firstOf(items)]);
    const more = bounded.map(([name, { length }]) => [name, lists[name].length - length]);
    const report = {
        version: VERSION,
        mode: result.mode ?? null,
        success: verdict === undefined,
        failure: verdict === undefined
            ? null
            : { kind: verdict.kind, message: edge.say(verdict.message), hint: edge.say(verdict.hint) },
        repository: result.address.repository,
        head: result.head,
        totals: totalsOf(result),
        inventory: result.inventory === undefined ? null : { ...result.inventory, names: firstOf(result.inventory.names) },
        ...Object.fromEntries(bounded),
        more: Object.fromEntries(more)
    };
    return escapeJson(`${JSON.stringify(report, null, 2)}\n`);
}
/** Why a runbook is refused; null of any other. A conflict with an entry of another place is one that no person here made. */
function causeIn({ cause, texts = [] }) {
    const isElsewhere = texts.length > 0 && texts.every(({ origin }) => origin === 'elsewhere');
    return cause === 'conflict' && isElsewhere ? 'elsewhere' : (cause ?? null);
}
/** As many items as a report holds. */
function firstOf(items) {
    const first = [];
    let characters = 0;
    for (const item of items) {
        characters += JSON.stringify(item).length;
        if (characters > MAX_LIST)
            break;
        first.push(item);
    }
    return first;
}

;// CONCATENATED MODULE: ./src/report/send-progress.ts

/** How far the present round is: what it has to send, and what the service has answered. */
class SendProgress {
    #total = 0;
    #answered = new Set();
    #failed = new Set();
    add(event) {
        if (event.kind === 'decided') {
            this.#total = event.round.decisions.filter(({ kind }) => kind === 'send').length;
            this.#answered.clear();
            this.#failed.clear();
            return;
        }
        if (event.kind !== 'outcome')
            return;
        const { outcome } = event;
        if ((outcome.kind !== 'accepted' && outcome.kind !== 'failed') || outcome.decision.kind !== 'send')
            return;
        // An entry that is accepted may fail later, when the list does not show it.
        this.#answered.add(outcome.decision.path);
        if (outcome.kind === 'failed')
            this.#failed.add(outcome.decision.path);
    }
    /** From 0 to 1. */
    get share() {
        return this.#answered.size / Math.max(1, this.#total);
    }
    /** `5 of 11 runbooks sent, 1 failed`; empty if nothing is to be sent. */
    describe() {
        if (this.#total === 0)
            return '';
        const failed = this.#failed.size;
        return joined([
            `${wording_format(this.#answered.size)} of ${count(this.#total, 'runbook')} sent`,
            failed > 0 && `${wording_format(failed)} failed`
        ], ', ');
    }
}

;// CONCATENATED MODULE: ./src/report/progress.ts


/** Characters of the bar. */
const WIDTH = 20;
/** Milliseconds between two lines: on a terminal they replace each other. */
const INTERVAL_ON_TERMINAL = 100;
const INTERVAL = 10_000;
/** Characters that the narrowest terminal shows. */
const NARROWEST = 40;
/**
 * Says on standard error what a command waits for: on a terminal at once, on one line; elsewhere every ten seconds. Its `tell` is
 * for `new Journal(progress.tell)`.
 */
class Progress {
    #edge;
    #isTerminal = process.stderr.isTTY;
    #timer;
    #sends = new SendProgress();
    #phase = () => '';
    #shown = '';
    #folder = '';
    constructor(edge) {
        this.#edge = edge;
        this.#timer = setInterval(() => {
            this.#show(this.#phase());
        }, this.#isTerminal ? INTERVAL_ON_TERMINAL : INTERVAL).unref();
    }
    tell = (event) => {
        this.#sends.add(event);
        switch (event.kind) {
            case 'notice':
                if (event.notice.level === 'progress') {
                    const { message } = event.notice;
                    this.#phase = () => message;
                }
                break;
            case 'decided':
                this.#phase = () => this.#bar();
                break;
            case 'outcome':
                if (event.outcome.kind === 'accepted' || event.outcome.kind === 'failed')
                    this.#phase = () => this.#bar();
                if (event.outcome.kind === 'saved')
                    this.#tellFolder(event.outcome.folder);
        }
    };
    /** Clears the line on the terminal, for example for a question. Nothing is said until the next event. */
    clear() {
        this.#phase = () => '';
        this.#show('');
    }
    /** A line that stays. */
    write(message) {
        this.#show('');
        process.stderr.write(`${this.#edge.line(message)}\n`);
    }
    /** At once: the command may be killed before its report. */
    #tellFolder(folder) {
        if (folder === this.#folder)
            return;
        this.#folder = folder;
        this.write(`Texts of the assistant that are replaced are saved in ${folder}`);
    }
    #bar() {
        const full = Math.round(WIDTH * this.#sends.share);
        const counts = this.#sends.describe();
        return counts === '' ? '' : `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${counts}`;
    }
    #show(message) {
        const text = this.#edge.line(message);
        if (!this.#isTerminal && text !== '')
            process.stderr.write(`${text}\n`);
        else if (this.#isTerminal && text !== this.#shown) {
            // A longer line would be two, of which the next one replaces one.
            process.stderr.write(`\r\u001b[2K${shorten(text, Math.max(process.stderr.columns, NARROWEST) - 1)}`);
        }
        this.#shown = text;
    }
    [Symbol.dispose]() {
        clearInterval(this.#timer);
        if (this.#isTerminal)
            this.#show('');
    }
}

// EXTERNAL MODULE: external "node:fs/promises"
var external_node_fs_promises_ = __webpack_require__(1455);
;// CONCATENATED MODULE: ./src/job/inputs.ts



/** Every input, once. The types, the defaults and the options of the command line come from here. */
const INPUTS = {
    /** A plan works without it. */
    token: { input: 'token', read: readToken, option: false },
    githubToken: { input: 'github-token', read: readGitHubToken, option: false },
    /** Without a trailing slash. */
    baseUrl: { input: 'base-url', read: readBaseUrl },
    /** Patterns as written. */
    files: { input: 'files', default: 'docs/runbooks/**/*.md', read: readPatterns },
    /** Patterns of the files with alerts, as written; none: alerts are not looked at. */
    alerts: { input: 'alerts', read: readPatterns },
    /** Folder of the checkout below the workspace; empty for the workspace itself. */
    root: { input: 'root', read: readRoot, option: false },
    mode: { input: 'mode', default: 'auto', read: oneOf('auto', 'sync', 'plan', 'pull', 'check'), option: false },
    nameTemplate: { input: 'entry-name', default: '{title}', read: readNameTemplate },
    frontMatter: { input: 'front-matter', default: 'strip', read: readFrontMatterKeys },
    links: { input: 'links', default: 'absolute', read: oneOf('absolute', 'keep') },
    removed: { input: 'removed', default: 'report', read: oneOf('report', 'retire') },
    onConflict: { input: 'on-conflict', default: 'keep', read: oneOf('keep', 'replace') },
    /** Milliseconds in which the list must show what was sent; with 0, nothing is read of the list. */
    confirmWithin: {
        input: 'confirm-within',
        default: '120',
        read: (value, name) => integer(0, 3600)(value, name) * 1000
    },
    /** Requests at a time. */
    concurrency: { input: 'concurrency', default: '8', read: integer(1, 64) },
    /** The day on which the token stops working, at midnight UTC. */
    tokenExpiresOn: { input: 'token-expires-on', read: readDate, option: false }
};
const DECLARATIONS = Object.entries(INPUTS);
/** The names of the inputs that are options of the command line. */
const INPUT_OPTIONS = DECLARATIONS.flatMap(([, { input, option = true }]) => option ? [input] : []);
/**
 * Reads all inputs. Throws `ActionError` of kind `input`.
 *
 * @param given the value of an input, by its name; empty if there is none.
 * @param mask gets each form of both tokens before anything else can print.
 */
function readInputs(given, mask) {
    for (const value of [given('token'), given('github-token')]) {
        const forms = [value, ...new Secret(value.trim()).forms()];
        for (const form of forms)
            if (form.trim() !== '')
                mask(form);
    }
    return Object.fromEntries(DECLARATIONS.map(([key, { input, default: value = '', read }]) => [key, read(given(input).trim() || value, input)]));
}
/** Why there is no access to the assistant: the token or the address is missing. */
function emptyInputError({ token }) {
    if (token === undefined) {
        return inputError('token', 'is empty: no secret has this name, or the job may not read it.', 'Compare the name in the workflow, as in `token: ${{ secrets.RUNBOOK_SYNC_TOKEN }}`, with Settings → Secrets and ' +
            'variables → Actions of the repository, and add the secret if it is missing. ' +
            'Pull requests from forks and Dependabot get no secrets; `mode: plan` works without one.');
    }
    return inputError('base-url', 'is empty. An unset variable counts as empty.', 'Give the address of the assistant’s API, for example `base-url: https://assistant.example.com/api`. ' +
        '`mode: plan` works without one.');
}
/** Why a plan does not compare with the knowledge base; undefined if it can. */
function missingAccess({ token, baseUrl }) {
    const missing = joined([token === undefined && input('token'), baseUrl === undefined && input('base-url')], ' and ');
    if (missing === '')
        return undefined;
    return `Without ${missing} the plan cannot see the knowledge base, and checks neither address nor token.`;
}
/** @see https://datatracker.ietf.org/doc/html/rfc6750#section-2.1 */
const UNPRINTABLE = /[^\x21-\x7e]/;
const CHARACTER_PROBLEM = 'contains a space, a line break or a character that no token has (the value is not shown).';
/** Mistakes of pasting. Each message says what is around the value, never the value. */
const BADLY_PASTED = [
    [/^bearer\s/i, 'starts with `Bearer`; Runbook Sync adds it.'],
    [/^\*+$/, 'consists of asterisks: it is the mask that hides a secret, not its value.'],
    [/^(["'`]).*\1$/s, 'is in quotation marks.'],
    [/^\$(?:\w+|\{\w+\}|\{\{.*\}\})$/s, 'is the name of a variable, not its value.'],
    [/^(?:[a-z][a-z0-9]*_[a-z0-9_]+|token)=[^=]/i, 'starts with `NAME=`.'],
    [UNPRINTABLE, CHARACTER_PROBLEM]
];
function readToken(value, name) {
    if (value === '')
        return undefined;
    const [, problem] = BADLY_PASTED.find(([form]) => form.test(value)) ?? [];
    if (problem === undefined)
        return new Secret(value);
    const hint = `Store the value of the token alone in ${wording_term('secret')}, with nothing around it. If you no longer have it, choose Rotate ` +
        'in Settings → Access Tokens.';
    throw errors_inputError(name, problem, hint);
}
function readGitHubToken(value, name) {
    if (value === '')
        return undefined;
    if (!UNPRINTABLE.test(value))
        return new Secret(value);
    throw errors_inputError(name, CHARACTER_PROBLEM, 'Leave it out; the default is the token of the job.');
}
function readBaseUrl(value) {
    if (value === '')
        return undefined;
    const example = 'Give an address such as `https://assistant.example.com/api`.';
    const unusableError = (problem, hint = example) => errors_inputError('base-url', problem, hint);
    // `URL` drops tabs and line breaks silently, and escapes other white space.
    if (/[\s\p{Cc}]/u.test(value))
        throw unusableError('contains white space.');
    const url = URL.parse(value);
    if (url === null)
        throw unusableError('is not a URL: a URL begins with `https://`.');
    if (!inputs_isConfidential(url)) {
        throw unusableError('must begin with `https://`, so that nobody can read the token; only 127.0.0.1 may use `http://`.');
    }
    if (url.username !== '' || url.password !== '') {
        throw unusableError('must not contain a user name or password.', `${example} The token goes into ${input('token')}.`);
    }
    // `URL` cannot tell `https://host/?` from `https://host/`.
    if (value.includes('?') || value.includes('#'))
        throw unusableError('must not have a query (`?`) or a fragment (`#`).');
    const [api] = /\/personal\/v\d+(?=\/|$)/.exec(url.pathname) ?? [];
    if (api !== undefined) {
        throw unusableError(`contains \`${api}\`; Runbook Sync adds the path of the API.`, `Write ${input('base-url', url.href.slice(0, url.href.indexOf(api)).replace(/\/+$/, ''))}.`);
    }
    return url.href.replace(/\/+$/, '');
}
/** True if no network can read what is sent to a URL: `https`, or `http` on this machine. */
function inputs_isConfidential({ protocol, hostname }) {
    const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
    return protocol === 'https:' || (protocol === 'http:' && isLoopback);
}
function readPatterns(value) {
    return value
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter((line) => line !== '' && !line.startsWith('#'));
}
function readRoot(value) {
    const root = value.replace(/^\.\//, '').replace(/\/+$/, '');
    if (root === '.' || root === '')
        return '';
    if (root.startsWith('/') || /^[a-z]:/i.test(root) || root.split(/[/\\]/).includes('..')) {
        throw errors_inputError('root', 'must be a folder inside the workspace, without `..`.', 'Give the same value as `path` of actions/checkout, for example `root: handbook`.');
    }
    return root;
}
/** Braces have no escape, so that a later version can add variables. */
function readNameTemplate(template) {
    const unusableError = (problem) => errors_inputError('entry-name', problem, 'It takes text with `{title}`, `{path}`, `{dir}`, `{stem}` or `{repository}`.');
    const parts = template.match(/\{[^{}]*\}|[{}]/g) ?? [];
    for (const part of parts) {
        if (part.length === 1)
            throw unusableError(`has an unmatched brace \`${part}\`.`);
        if (!/^\{(?:title|path|dir|stem|repository)\}$/.test(part))
            throw unusableError(`has an unknown variable ${wording_quoted(part)}.`);
    }
    if (parts.length === 0)
        throw unusableError('has no variable, so all runbooks would have the same name.');
    return template;
}
/** `strip`, `keep`, or the keys that a list above the text shows. */
function readFrontMatterKeys(value) {
    const parts = value.split(/[,\r\n]/);
    const keys = [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
    const choice = ['strip', 'keep'].find((word) => keys.some((key) => key.toLowerCase() === word));
    if (choice !== undefined && keys.length === 1)
        return choice;
    const isUsable = choice === undefined && keys.length > 0 && keys.length <= 50;
    if (isUsable && keys.every((key) => key.length <= 100 && !/\p{Cc}/u.test(key)))
        return keys;
    throw invalidError(value, 'front-matter', '`strip`, `keep`, or up to 50 keys such as `owner, severity`');
}
/** Takes one of some words, in any case. */
function oneOf(...choices) {
    return (value, name) => {
        const choice = value.toLowerCase();
        if (choices.includes(choice))
            return choice;
        throw invalidError(value, name, `one of ${choices.map((each) => `\`${each}\``).join(', ')}`);
    };
}
function integer(least, most) {
    return (value, name) => {
        const number = Number(value);
        if (/^\d{1,15}$/.test(value) && number >= least && number <= most)
            return number;
        throw invalidError(value, name, `a whole number from ${least} to ${most}`);
    };
}
function readDate(value, name) {
    if (value === '')
        return undefined;
    const date = new Date(`${value}T00:00:00Z`);
    // `Date` takes the 30th of February for the 2nd of March.
    if (!Number.isNaN(date.getTime()) && date.toISOString() === `${value}T00:00:00.000Z`)
        return date;
    throw invalidError(value, name, 'a date, for example `2027-02-01`');
}
/** @param takes completes the sentence "It takes …". */
function invalidError(value, name, takes) {
    return errors_inputError(name, `is ${wording_quoted(value)}.`, `It takes ${takes}.`);
}

;// CONCATENATED MODULE: ./src/job/event.ts





/** The full id of a commit: SHA-1 or SHA-256. */
const event_COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/**
 * Imports `@actions/github`, which reads the event file while it is imported. Throws `ActionError` of kind `event` instead
 * of what JSON.parse throws.
 */
async function importGitHub(env) {
    const path = env['GITHUB_EVENT_PATH'] ?? '';
    if (path === '')
        throw variableError('GITHUB_EVENT_PATH', '');
    const eventFileError = (why, cause) => new ActionError('event', `The event file ${path} (GITHUB_EVENT_PATH) ${why}.`, 'The runner writes it before the job. Run the job again; if it happens again, an earlier step overwrites the file.', { cause });
    const text = await readFile(path, 'utf8').catch((error) => {
        throw eventFileError(`cannot be read: ${messageOf(error)}`, error);
    });
    if (text === '')
        throw eventFileError('is empty');
    // The import resolves this address, too.
    addressOf(env['GITHUB_API_URL'] ?? 'https://api.github.com', 'GITHUB_API_URL');
    try {
        return await __webpack_require__.e(/* import() */ 157).then(__webpack_require__.bind(__webpack_require__, 157));
    }
    catch (error) {
        throw eventFileError('is not JSON', error);
    }
}
/** The job of the runner's environment and event. Throws `ActionError` of kind `event`, naming the variable. */
function readJob(context, env) {
    const repository = required(env, 'GITHUB_REPOSITORY', /^[\w.-]+\/[\w.-]+$/);
    // eslint-disable-next-line no-control-regex
    const ref = required(env, 'GITHUB_REF', /^refs\/[^\x00-\x20\x7f]+$/);
    const event = required(env, 'GITHUB_EVENT_NAME', /^[a-z_]+$/);
    const payload = context.payload;
    const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined;
    return {
        trigger: triggerOf(event, payload, ref),
        /** `owner/name`. */
        repository,
        /** Stays the same if the repository is renamed; undefined if neither the event nor the runner tells it. */
        repositoryId: idOf(field(payload, 'repository', 'id')) ?? idOf(Number(env['GITHUB_REPOSITORY_ID'])),
        /** Full ref: `refs/heads/main`, `refs/tags/v1`, `refs/pull/7/merge`. */
        ref,
        /** The branch of `ref`, if it is one. */
        branch,
        /** The commit that started the job. */
        sha: required(env, 'GITHUB_SHA', event_COMMIT),
        /** Undefined if the event does not say. A schedule runs on the default branch only, and its event does not name it. */
        defaultBranch: event === 'schedule' ? branch : event_textOf(field(payload, 'repository', 'default_branch')),
        /** True if the event says that the repository is private. */
        isPrivate: field(payload, 'repository', 'private') === true,
        /** `https://github.com`, or the GitHub Enterprise Server; no trailing slash. */
        serverUrl: addressOf(context.serverUrl, 'GITHUB_SERVER_URL'),
        /** The file of the workflow, and the commit that GitHub read it from. */
        workflow: workflowOf(env['GITHUB_WORKFLOW_REF'] ?? '', env['GITHUB_WORKFLOW_SHA'] ?? ''),
        /** True if a program started the job, such as another workflow. */
        isStartedByBot: field(payload, 'sender', 'type') === 'Bot',
        runId: context.runId,
        runNumber: context.runNumber,
        /** From 1; a repeated run has a higher one. */
        runAttempt: context.runAttempt,
        /** Absolute path. */
        workspace: resolve(env['GITHUB_WORKSPACE'] ?? ''),
        /** Absolute path of the runner's folder for temporary files. */
        temp: resolve(required(env, 'RUNNER_TEMP', /./))
    };
}
/** The name of a branch or tag without `refs/heads/` or `refs/tags/`. */
function event_shortRef(ref) {
    return ref.replace(/^refs\/(?:heads|tags)\//, '');
}
/** A commit's id as people write it. */
function event_shortId(commit) {
    return commit.slice(0, 7);
}
function required(env, variable, form) {
    const value = env[variable];
    if (value !== undefined && form.test(value))
        return value;
    throw variableError(variable, value ?? '');
}
function variableError(variable, value) {
    return new ActionError('event', `The environment variable ${variable} ${value === '' ? 'is missing' : 'cannot be used'}.`, 'GitHub’s runner sets it: run this Action as a step of a workflow, and do not set GITHUB_* variables there.');
}
/** Both addresses get the job's token. */
function addressOf(value, variable) {
    const url = URL.parse(value);
    if (url === null || !isConfidential(url) || url.username + url.password !== '')
        throw variableError(variable, value);
    return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
/**
 * The events that write, beside a push: only people with write access can start these. No other event ever writes, because
 * many of them are started by anybody who may comment or fork. A called workflow has the event of its caller.
 *
 * @see https://docs.github.com/actions/reference/workflows-and-actions/events-that-trigger-workflows
 */
const WRITING_EVENTS = new Map([
    ['schedule', ['auto', 'sync']],
    ['workflow_dispatch', ['auto', 'sync']],
    ['repository_dispatch', ['auto', 'sync']],
    ['release', ['sync']],
    ['create', ['sync']],
    ['deployment', ['sync']]
]);
function triggerOf(name, payload, ref) {
    const other = { kind: 'other', name, writesIn: WRITING_EVENTS.get(name) ?? [] };
    switch (name) {
        case 'push': {
            // A push that deleted another branch runs on the default branch, and GitHub lists it as a run of that branch.
            const isOwn = (event_textOf(field(payload, 'ref')) ?? ref) === ref;
            return {
                kind: 'push',
                before: isOwn ? commitOf(field(payload, 'before')) : undefined,
                deleted: isOwn && field(payload, 'deleted') === true
            };
        }
        case 'pull_request':
        case 'pull_request_review':
        case 'pull_request_review_comment': {
            const head = commitOf(field(payload, 'pull_request', 'head', 'sha'));
            const into = event_textOf(field(payload, 'pull_request', 'base', 'ref'));
            return head === undefined ? other : { kind: 'pull-request', into };
        }
        case 'merge_group': {
            const base = commitOf(field(payload, 'merge_group', 'base_sha'));
            const head = commitOf(field(payload, 'merge_group', 'head_sha'));
            const into = event_textOf(field(payload, 'merge_group', 'base_ref'));
            return base === undefined || head === undefined
                ? other
                : { kind: 'merge-group', base, into: into && event_shortRef(into) };
        }
        default:
            return other;
    }
}
/** Undefined if the runner names no file. Of a reusable workflow it names the file of the caller. */
function workflowOf(ref, commit) {
    const [, repository, path] = /^([\w.-]+\/[\w.-]+)\/(\.github\/workflows\/[^/\n]+)@refs\//.exec(ref) ?? [];
    if (repository === undefined || path === undefined || !event_COMMIT.test(commit))
        return undefined;
    return { repository, path, commit };
}
function idOf(value) {
    return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
function event_textOf(value) {
    return typeof value === 'string' && value !== '' ? value : undefined;
}
/** A commit's id. GitHub writes zeros if there is none. */
function commitOf(value) {
    return typeof value === 'string' && event_COMMIT.test(value) && !/^0+$/.test(value) ? value : undefined;
}

;// CONCATENATED MODULE: ./src/report/headline.ts





/** What ended a run, if its error has no words of its own. */
const ENDINGS = {
    input: 'an input cannot be used',
    github: 'a question to GitHub failed',
    git: 'the checkout cannot be read',
    'branch-moved': 'the branch moved',
    'token-rejected': 'the token was rejected',
    unreachable: 'the service cannot be reached',
    cancelled: `${wording_term('job')} was cancelled`
};
/** What happened and what to do, in sentences: the first line of the log. */
function headlineOf(result) {
    const opening = openingOf(result);
    if (opening !== undefined)
        return joined([opening.message, opening.hint]);
    return joined([`${happenedIn(result)}.`, ...remainingWork(result)]);
}
/** The heading of a summary. Unlike the first line of the log, it leaves out what to do in a red run, which stands below it. */
function headingOf(result) {
    return verdictOf(result) === undefined ? headlineOf(result) : happenedIn(result);
}
/** What happened, in a few words. */
function happenedIn(result) {
    const { ended, mode } = result;
    if (ended !== undefined)
        return endingOf(ended);
    const missing = reportedOf(result).filter(isMissing);
    if (missing.length > 0)
        return countMissing(missing, result);
    switch (mode) {
        case 'check':
            return 'the token is valid';
        case 'pull':
            return describePulled(result.pulled);
        case 'plan':
            return describePlan(result);
        case 'sync':
            return result.confirms ? describeSync(result) : describeUnconfirmed(result);
        case 'list':
        case 'alerts':
        case 'init':
        case undefined:
            // What they print says the rest.
            return 'done';
    }
}
function endingOf({ kind, headline }) {
    return headline ?? ENDINGS[kind] ?? 'the run failed';
}
function describePlan(result) {
    const { planned } = totalsOf(result);
    if (planned === 0)
        return 'a sync would send nothing';
    const replaced = replacedIn(result);
    const texts = replaced > 0 && ` and replace ${count(replaced, 'text')} of the assistant`;
    const edits = !result.confirms && ' and replace edits in the assistant';
    // Without the list nobody can say what is there already.
    const most = result.confirms && result.inventory === undefined ? 'at most ' : '';
    return `a sync would send ${most}${count(planned, 'runbook')}${texts || edits || ''}; nothing was written`;
}
function describeSync(result) {
    const { upserted, retired, unchanged, kept } = totalsOf(result);
    const { length } = result.saved;
    const parts = [
        upserted > 0 && `${count(upserted, 'runbook')} delivered`,
        length > 0 && `${count(length, 'text')} of the assistant saved and replaced`,
        retired > 0 && `${count(retired, 'entry', 'entries')} retired`
    ];
    const nothing = kept === 0 && unchanged > 0 ? 'everything is up to date' : 'nothing to deliver';
    return joined(parts, ', ') || nothing;
}
/** Without the list nobody can say what the service has stored. */
function describeUnconfirmed(result) {
    const { upserted } = totalsOf(result);
    if (upserted === 0)
        return 'nothing to deliver';
    return `${count(upserted, 'runbook')} accepted, not confirmed; edits in the assistant are replaced`;
}
/** What a green run leaves to people. */
function remainingWork(result) {
    const { orphaned } = totalsOf(result);
    const edits = result.mode === 'pull' ? 0 : editsOf(result);
    const [edited, advice] = edits === 1
        ? ['1 entry was edited in the assistant.', 'Bring the edit into the file, or discard it.']
        : [`${wording_format(edits)} entries were edited in the assistant.`, 'Bring the edits into the files, or discard them.'];
    const gone = count(orphaned, 'entry has', 'entries have');
    return [
        ...(edits > 0 ? [edited, advice] : []),
        ...(orphaned > 0 ? [`${gone} no runbook. Delete what you do not need in the assistant.`] : [])
    ];
}
/** Number of runbooks that a plan would send over a text that no run has sent. */
function replacedIn(result) {
    return outcomes_dueOf(result).filter(({ outcome, texts = [] }) => outcome === 'planned' && texts.length > 0).length;
}
/** `3 failed, 1 upserted`; empty without outcomes. */
function describeTotals(totals) {
    return Object.entries(totals)
        .filter(([, total]) => total > 0)
        .map(([outcome, total]) => `${wording_format(total)} ${outcome}`)
        .join(', ');
}
/** What waits on the branch in any case, in one line; empty if nothing does. */
function describeWaiting(result) {
    const waiting = reportedOf(result).filter(({ isWaiting }) => isWaiting);
    if (waiting.length === 0)
        return '';
    return `Also waiting on the branch, and not changed here: ${describeTotals(countOutcomes(waiting))}.`;
}
/** `3 upserted, 240 unchanged; 243 files selected at commit 3f2a1c9.` */
function describeCounts(result) {
    const { head, selected } = result;
    if (selected === 0 && head === '')
        return '';
    const commit = head !== '' && `at commit ${event_shortId(head)}`;
    const files = joined([`${count(selected, 'file')} selected`, commit]);
    return `${joined([describeTotals(totalsOf(result)), files], '; ')}.`;
}
/**
 * What the list held when the run looked, so that two swapped tokens or a forgotten entry are noticed: `52 entries: 48
 * current, 3 differ, 1 orphaned; 272 of other repositories.` Empty if the list was not read.
 */
function describeInventory({ inventory, mode }) {
    if (inventory === undefined)
        return '';
    const { entries, current, differing, orphaned, unselected, elsewhere, byHand, names } = inventory;
    const others = [
        elsewhere > 0 && `${wording_format(elsewhere)} of other repositories`,
        unselected > 0 && `${wording_format(unselected)} of other files or branches, or retired`,
        byHand > 0 && `${wording_format(byHand)} written by hand`
    ];
    const own = [
        current > 0 && `${wording_format(current)} current`,
        differing > 0 && count(differing, 'differs', 'differ'),
        orphaned > 0 && `${wording_format(orphaned)} orphaned`
    ];
    const total = count(entries - elsewhere - unselected - byHand, 'entry', 'entries');
    const when = mode === 'sync' ? 'Before this run the knowledge base had' : 'The knowledge base has';
    const named = listed(names.map((name) => `“${shorten(name, 100)}”`));
    return joined([
        `${when} ${joined([joined([total, joined(own, ', ')], ': '), joined(others, ', ')], '; ')}.`,
        named !== '' && `Without a runbook: ${named}.`
    ]);
}

;// CONCATENATED MODULE: ./src/report/lines.ts








/** Paths of one cause, and names that several files have. */
const lines_MAX_PATHS = 10;
const lines_MAX_NAMES = 20;
/** Characters of a name, and of a reason and a hint. */
const lines_MAX_NAME = 100;
const MAX_TEXT = 600;
/**
 * What a log lists: not what waits on the branch, or is only counted. What needs a person comes first, and each reason stands
 * once.
 */
function reportLinesOf(result) {
    const rows = outcomes_dueOf(result);
    const others = rows.filter(({ cause, outcome }) => cause !== 'duplicate' && OUTCOMES[outcome].table !== 'none');
    return [...namesLine(result), ...causesOf(others).flatMap((cause) => linesOfCause(cause, result))];
}
/** The counts, which come after everything else: of the run, of the list, and of alerts. */
function countLinesOf(result) {
    const alerts = result.alerts === undefined ? [] : alertsLines(result.alerts.table);
    return [describeCounts(result), describeWaiting(result), describeInventory(result), ...alerts].filter((line) => line !== '');
}
/** Names that several files have are one line, with the advice before the names. */
function namesLine(result) {
    const shared = sharedNames(reportedOf(result));
    if (shared.length === 0)
        return [];
    const files = shared.reduce((sum, { paths }) => sum + paths.length, 0);
    const what = shared.length === 1 ? 'have one name' : `share ${count(shared.length, 'name')}`;
    const more = shared.length - lines_MAX_NAMES;
    const names = shared.slice(0, lines_MAX_NAMES).map(describeName);
    return [
        {
            label: 'refused',
            text: joined([`${count(files, 'file')} ${what}.`, nameAdvice(shared, hasEntries(result))]),
            details: more > 0 ? [...names, `and ${count(more, 'more name')}`] : names,
            difference: []
        }
    ];
}
function linesOfCause(cause, { ended }) {
    const { outcome, rows } = cause;
    const why = joined([shorten(cause.reason, MAX_TEXT), shorten(cause.hint ?? '', MAX_TEXT)]);
    if (why === '' || rows.length === 1 || !OUTCOMES[outcome].isGrouped)
        return rows.map((row) => lineOf(row, why));
    // What ended the run is the reason, and the paths would only hide it.
    const paths = listPaths(outcome === 'pending' && ended !== undefined ? [] : rows.map(({ path }) => path), lines_MAX_PATHS);
    const difference = rows.flatMap((row) => (row.difference === undefined ? [] : [`@@ ${row.path}`, ...row.difference]));
    return [{ label: outcome, text: joined([count(rows.length, 'file'), why, paths], '  '), details: [], difference }];
}
function lineOf(row, why) {
    const { outcome, name, difference = [] } = row;
    const entry = name !== undefined && `“${shorten(name, lines_MAX_NAME)}”`;
    // The name stands before the reason.
    const text = withoutName(row, why);
    return { label: outcome, text: joined([locationOf(row), joined([entry, text])], '  '), details: [], difference };
}

;// CONCATENATED MODULE: ./src/report/terminal.ts










/** Outcomes that need no person, and are named all the same. */
const OTHERS = ['planned', 'retired', 'orphaned'];
/** Lines about what needs a person, about the rest, and about notices. */
const terminal_MAX_CAUSES = 50;
const MAX_OTHERS = 20;
const MAX_NOTICES = 50;
/** Lines of all differences together. */
const MAX_DIFFERENCES = 10_000;
const terminal_MAX_PATHS = 10;
const COLORS = {
    failed: 'red',
    refused: 'red',
    pending: 'yellow',
    warning: 'yellow',
    notice: 'cyan'
};
/** Writes what a command found: a line for each outcome, text that was saved and notice, then the counts, then what to do. */
function writeReport(result, edge, { stream, lastLine }) {
    const report = new TerminalReport(edge, stream);
    const shown = showResult(result, edge);
    report.outcomes(shown);
    const [saved] = shown.saved;
    if (saved !== undefined)
        report.labelled('saved', `${saved.folder}  has the texts of the assistant that were replaced`);
    report.notices(noticesForPeople(shown, new Date()));
    for (const line of countLinesOf(shown))
        report.plain(line);
    report.ending(shown, lastLine);
}
class TerminalReport {
    #edge;
    #stream;
    #differences = 0;
    constructor(edge, stream) {
        this.#edge = edge;
        this.#stream = stream;
    }
    outcomes(result) {
        // A plan that ended was not carried out, perhaps because a person said no.
        const others = result.ended === undefined ? OTHERS : OTHERS.filter((outcome) => outcome === 'retired');
        const lines = reportLinesOf(result);
        const causes = lines.filter(({ label, text }) => ['person', 'pending'].includes(OUTCOMES[label].table) && text !== '');
        const rest = lines.filter(({ label }) => others.includes(label));
        const shown = [
            ...causes.slice(0, terminal_MAX_CAUSES),
            ...rest.filter(({ difference }, at) => at < MAX_OTHERS || difference.length > 0)
        ];
        for (const line of shown)
            this.#outcome(line);
        const more = causes.length + rest.length - shown.length;
        if (more > 0)
            this.plain(`and ${wording_format(more)} more; \`--json\` has them`);
    }
    #outcome({ label, text, details, difference }) {
        this.labelled(label, text);
        for (const detail of details)
            this.labelled('', detail);
        if (difference.length === 0)
            return;
        const left = Math.max(0, MAX_DIFFERENCES - this.#differences);
        this.#differences += difference.length;
        for (const line of ['--- in the assistant', '+++ in Git', ...difference.slice(0, left)])
            this.#code(line);
        if (difference.length > left)
            this.plain(`    and ${count(difference.length - left, 'more line')}`);
    }
    /** One line for all notices that say the same. */
    notices(all) {
        // Thousands of files may have one, and must not hide what is said of the run.
        const ordered = all.toSorted((one, other) => Number(one.path !== undefined) - Number(other.path !== undefined));
        const groups = Map.groupBy(ordered, (notice) => {
            return locationOf(notice) === '' ? notice : `${notice.level} ${notice.message}`;
        });
        const lines = [...groups.values()].flatMap((group) => {
            const [first, second] = group;
            if (first === undefined)
                return [];
            const { level, message } = first;
            const places = group.map(locationOf);
            const text = second === undefined
                ? joined([...places, message], '  ')
                : joined([count(group.length, 'file'), message, listPaths(places, terminal_MAX_PATHS)], '  ');
            return [{ level, text }];
        });
        for (const { level, text } of lines.slice(0, MAX_NOTICES))
            this.labelled(level, text);
        const more = lines.length - MAX_NOTICES;
        if (more > 0)
            this.plain(`and ${count(more, 'more warning or notice', 'more warnings and notices')}; \`--json\` has them`);
    }
    ending(result, lastLine) {
        const closing = closingOf(result);
        if (closing === undefined) {
            const line = lastLine ?? headlineOf(result);
            if (line !== '')
                this.#write(`${this.#paint('green', '✓')} ${this.#edge.line(line)}`);
            return;
        }
        this.#write(`${this.#paint('red', '✗')} ${this.#edge.line(closing.message)}`);
        this.plain(closing.hint === '' ? '' : `  ${closing.hint}`);
    }
    /** Nothing if the text is empty. */
    plain(text) {
        if (text !== '')
            this.#write(this.#edge.line(text));
    }
    labelled(label, text) {
        this.#write(joined([this.#paint(COLORS[label] ?? 'dim', label.padEnd(9)), this.#edge.line(text)]));
    }
    #code(line) {
        const [sign = ''] = line;
        const color = { '+': 'green', '-': 'red' };
        this.#write(`    ${this.#paint(sign in color ? color[sign] : 'dim', this.#edge.code(line))}`);
    }
    /** In colour on a terminal, unless NO_COLOR is set. */
    #paint(color, text) {
        return (0,external_node_util_.styleText)(color, text, { stream: this.#stream });
    }
    #write(line) {
        this.#stream.write(`${line}\n`);
    }
}

// EXTERNAL MODULE: ./node_modules/commander/esm.mjs
var esm = __webpack_require__(8179);
;// CONCATENATED MODULE: ./src/report/entries-table.ts

/**
 * What the knowledge base and the branch say of an entry: `current` has the text of its runbook, `outdated` an earlier one,
 * `edited` a person's; `by-hand` has no source line; the file of an `orphaned` one is no runbook any more; one from
 * `elsewhere` is of another repository or branch, or of a file that is not selected.
 */
const ENTRY_STATES = ['current', 'outdated', 'edited', 'by-hand', 'orphaned', 'elsewhere'];
/** Longer names are not aligned. */
const MAX_WIDTH = 48;
/**
 * A line for each entry, sorted by name.
 *
 * @param states those to show; empty for all.
 * @param shown makes a text of others fit for a terminal, on one line.
 */
function entriesTable(rows, states, shown) {
    const cells = entriesIn(rows, states).map(({ name, file, state }) => [state, shown(name), shown(file)]);
    const widths = cells.map(([, name]) => name.length).filter((length) => length <= MAX_WIDTH);
    const width = Math.max(0, ...widths);
    return cells.map(([state, name, file]) => `${state.padEnd(9)}  ${name.padEnd(width)}  ${file}`.trimEnd());
}
/** The entries for a program: `{"entries": [{"name", "file", "state"}]}`. */
function entriesJson(rows, states) {
    return { entries: entriesIn(rows, states) };
}
function entriesIn(rows, states) {
    return rows
        .filter(({ state }) => states.size === 0 || states.has(state))
        .map(({ name, file, state }) => ({ name, file, state }))
        .sort((one, other) => compare(one.name, other.name) || compare(one.file, other.file));
}
/** `12 entries: 10 current, 2 edited` */
function countEntries(rows) {
    const groups = Map.groupBy(rows, ({ state }) => state);
    const counts = ENTRY_STATES.map((state) => groups.has(state) && `${wording_format(groups.get(state)?.length ?? 0)} ${state}`);
    return joined([count(rows.length, 'entry', 'entries'), joined(counts, ', ')], ': ');
}
/** By code unit, the same on each machine. */
function compare(one, other) {
    if (one === other)
        return 0;
    return one < other ? -1 : 1;
}

;// CONCATENATED MODULE: ./src/runbook/links.ts


/** The software that shows repositories: known hosts of it, and what stands between the address of one and a path. */
const FORGES = {
    github: [/\bgithub\b|\.ghe\.com$/, (page, ref) => `/${page}/${encodePath(ref)}`],
    gitlab: [/\bgitlab\b/, (page, ref) => `/-/${page}/${encodePath(ref)}`],
    bitbucket: [/^bitbucket\.org$/, (page, ref) => `/${page === 'raw' ? 'raw' : 'src'}/${encodePath(ref)}`],
    gitea: [
        /\b(?:gitea|forgejo|codeberg)\b/,
        (page, ref) => `/${page === 'raw' ? 'raw' : 'src'}/branch/${encodePath(ref)}`
    ],
    // The path at the end, as everywhere: a source line is read by it.
    azure: [/^dev\.azure\.com$|\.visualstudio\.com$/, (_, ref) => `?version=GB${encodeQuery(encodeName(ref))}&path=`]
};
const FORGE_NAMES = Object.keys(FORGES);
/** What a known host runs: of others, nobody can tell how their links look. */
function forgeOf(host) {
    return FORGE_NAMES.find((name) => FORGES[name][0].test(host));
}
/** In characters. A run may hold 64 such texts at a time. */
const MAX_CONTENT = 2 ** 24;
/** True if a text may have a relative destination. Most runbooks have none and need no parser. */
function mayHaveRelativeLinks(markdown) {
    return /\][(:](?![\s<]*(?:[a-z][a-z\d+.-]*:|#|\/\/|\)))|<(?:a|img)[\s/]/i.test(markdown);
}
/**
 * Makes relative links and images absolute, and changes nothing else.
 *
 * @param firstLine of the Markdown in its file.
 * @returns also where in the repository the links lead, and their lines; undefined if the text would become too long.
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
/**
 * Makes links and images that lead into the repository and branch relative again, as far as that changes nothing.
 *
 * @param own the text of the file: what it links to already, is spelt as there.
 */
function makeLinksRelative(markdown, destinations, path, base, own) {
    const resolve = linkResolver(path, base);
    const spelling = new Map();
    for (const destination of own.destinations) {
        const written = own.markdown.slice(destination.from, destination.to);
        spelling.set(resolve(written, destination)?.url ?? written, written);
    }
    const folder = encodePath(external_node_path_.posix.dirname(path));
    const roots = ['blob', 'raw', 'tree'].map((page) => `${baseUrl(base, page)}/`);
    const shorten = (url, destination) => {
        const known = spelling.get(url);
        const root = roots.find((each) => url.startsWith(each));
        if (known !== undefined || root === undefined)
            return known ?? url;
        const [, target = '', tail = ''] = /^([^?#]*)(.*)$/s.exec(url.slice(root.length)) ?? [];
        const relative = external_node_path_.posix.relative(folder, target) + (target.endsWith('/') ? '/' : '') + tail;
        return resolve(relative, destination)?.url === url ? relative : url;
    };
    const parts = [];
    let end = 0;
    for (const destination of destinations) {
        const { from, to } = destination;
        parts.push(markdown.slice(end, from), shorten(markdown.slice(from, to), destination));
        end = to;
    }
    return parts.join('') + markdown.slice(end);
}
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
        const fileRoot = image ? bases.raw : bases.blob;
        const root = isFolder ? bases.tree : fileRoot;
        const target = segments.join('/');
        const url = target === '' ? root : addressIn(root, `${target}${path.endsWith('/') ? '/' : ''}`);
        // A query of its own: that of the address goes on.
        const end = root.includes('?') ? tail.replace(/^\?/, '&') : tail;
        return { url: url + balance(end), path: decodePercent(target) };
    };
}
/** The address of the branch's files; empty if the repository is not known. */
function blobRoot(base) {
    return base.repository === '' ? '' : baseUrl(base, 'blob');
}
/** The address of an encoded path below the root of a branch. */
function addressIn(root, path) {
    return `${root}/${root.includes('?') ? encodeQuery(path) : path}`;
}
/** In a query, `+` is a blank. */
function encodeQuery(encoded) {
    return encoded.replaceAll('+', '%2B');
}
/** The path of a file, for an address. */
function encodePath(path) {
    return path.split('/').map(encodeName).join('/');
}
/** The URL of the repository's root. */
function baseUrl({ serverUrl, repository, ref, forge = 'github' }, page) {
    return `${serverUrl}/${repository}${FORGES[forge][1](page, ref)}`;
}
/**
 * True if a destination leads elsewhere: schemes, `//host` (browsers also accept backslashes), control characters, `@site/` of
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
        const unescaped = isMarkdown && /^\\[!-/:-@[-`{-~]/.test(part) ? part.slice(1) : (0,decode/* decodeHTMLStrict */.hl)(part);
        const end = unescaped.search(/[?#]/);
        if (end !== -1)
            return { path: path + unescaped.slice(0, end), tail: written.slice(at + end) };
        path += unescaped;
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

;// CONCATENATED MODULE: ./src/cli/options.ts



/** What the help says of each command. */
const COMMANDS = {
    init: {
        does: 'Writes the workflow that syncs your runbooks.',
        example: 'runbook-sync init --base-url https://assistant.example.com/api'
    },
    plan: {
        does: 'Shows what a sync would do, and writes nothing.',
        example: "runbook-sync plan --diff --files 'docs/runbooks/**'"
    },
    sync: {
        does: 'Delivers the runbooks of HEAD.',
        example: 'runbook-sync sync --replace docs/runbooks/disk-full.md'
    },
    pull: {
        does: 'Writes edits of the assistant into the files of the work tree.',
        example: 'runbook-sync pull && git diff'
    },
    list: {
        does: 'Shows each entry of the knowledge base, and its state.',
        example: 'runbook-sync list --state edited --state orphaned'
    },
    check: {
        does: 'Checks the token, and what the list of the assistant shows.',
        example: 'runbook-sync check --base-url https://assistant.example.com/api'
    },
    alerts: {
        does: 'Says which alerts have no runbook.',
        example: 'runbook-sync alerts --rules ../monitoring/rules'
    }
};
/** Those that need the runbooks of a repository. */
const REPOSITORY = ['plan', 'sync', 'pull', 'list'];
const ANY_FOLDER = /\S/;
/** A name of Git that is no option of it. */
const REF = /^[^-\p{Cc}\s][^\p{Cc}\s]*$/u;
const SEVERAL = 'May be given several times.';
/** All options. The help of a command has them in this order. */
const TABLE = [
    {
        name: 'base-url',
        commands: ['init', ...REPOSITORY, 'check'],
        first: ['init', 'check'],
        value: 'URL',
        help: "Address of the assistant's API, without `/personal/v1/…`."
    },
    {
        name: 'diff',
        commands: ['plan'],
        first: ['plan'],
        help: 'Shows what would change in each entry. Without it, only a terminal shows edits.'
    },
    {
        name: 'staged',
        commands: ['plan'],
        first: ['plan'],
        help: 'Reads what is staged instead of HEAD, as a pre-commit hook needs it.',
        conflicts: 'worktree'
    },
    {
        name: 'replace',
        commands: ['plan', 'sync'],
        first: ['sync'],
        value: 'PATH',
        help: `Takes this file instead of the text that a person wrote, which is saved. ${SEVERAL}`,
        isRepeated: true
    },
    {
        name: 'saved',
        commands: ['sync'],
        first: ['sync'],
        value: 'DIR',
        help: 'Folder for the texts of people that are replaced. Default: a new one for temporary files.',
        validate: ANY_FOLDER
    },
    {
        name: 'new',
        commands: ['pull'],
        first: ['pull'],
        value: 'DIR',
        help: 'Writes each entry without a runbook as a new file into this folder, too.',
        validate: ANY_FOLDER
    },
    {
        name: 'state',
        commands: ['list'],
        first: ['list'],
        value: 'STATE',
        help: `Shows only these: ${ENTRY_STATES.join(', ')}. ${SEVERAL}`,
        validate: new RegExp(`^(?:${ENTRY_STATES.join('|')})$`),
        isRepeated: true
    },
    {
        name: 'rules',
        commands: ['alerts'],
        first: ['alerts'],
        value: 'PATH',
        help: `File or folder with alerting rules, also outside of the repository. ${SEVERAL}`,
        validate: ANY_FOLDER,
        isRepeated: true
    },
    {
        name: 'files',
        commands: ['init'],
        first: ['init'],
        value: 'PATTERN',
        help: `Which files are runbooks. ${SEVERAL} Default: the Markdown in folders called \`runbooks\`.`,
        isRepeated: true
    },
    {
        name: 'files',
        commands: [...REPOSITORY, 'alerts'],
        first: [...REPOSITORY, 'alerts'],
        value: 'PATTERN',
        help: `Which files are runbooks; \`!\` in front leaves files out. ${SEVERAL} Default: docs/runbooks/**/*.md.`,
        isRepeated: true
    },
    {
        name: 'yes',
        commands: ['init'],
        first: ['init'],
        help: 'Asks nothing, and takes what it would propose.'
    },
    {
        name: 'json',
        commands: [...REPOSITORY, 'check', 'alerts'],
        first: ['pull', 'list', 'check', 'alerts'],
        help: 'Prints the report as JSON, and everything else on standard error.'
    },
    {
        name: 'verbose',
        commands: [...REPOSITORY, 'check'],
        first: ['check'],
        help: 'Prints each request on standard error.'
    },
    {
        name: 'worktree',
        commands: ['plan'],
        help: 'Reads the files on the disk instead of HEAD.'
    },
    {
        name: 'since',
        commands: ['plan'],
        value: 'COMMIT',
        help: 'Fails only for files that changed since this commit, for example the base of a merge request.',
        validate: REF
    },
    {
        name: 'exit-code',
        commands: ['plan'],
        help: 'Ends with 3 if a sync would send something.'
    },
    {
        name: 'entry-name',
        commands: ['init', ...REPOSITORY],
        value: 'TEMPLATE',
        help: 'Names of the entries, from `{title}`, `{path}`, `{dir}`, `{stem}` and `{repository}`. Default: {title}.'
    },
    {
        name: 'front-matter',
        commands: REPOSITORY,
        value: 'KEYS',
        help: '`strip` leaves it out, `keep` leaves it in, and keys such as `owner, severity` become a list above the text. Default: strip.'
    },
    {
        name: 'links',
        commands: REPOSITORY,
        value: 'FORM',
        help: '`absolute` makes relative links lead to the pages of the repository; `keep` leaves them. Default: absolute.'
    },
    {
        name: 'on-conflict',
        commands: ['plan', 'sync'],
        value: 'WORD',
        help: '`keep` leaves a text that a person wrote, and fails; `replace` saves and replaces it. Default: keep.'
    },
    {
        name: 'removed',
        commands: ['plan', 'sync'],
        value: 'WORD',
        help: '`report` names an entry whose runbook is gone, `retire` also replaces its text with a note. Default: report.'
    },
    {
        name: 'confirm-within',
        commands: ['sync'],
        value: 'SECONDS',
        help: 'How long the list may take to show what was sent; with 0 the list is not read at all, and edits are replaced. Default: 120.'
    },
    {
        name: 'concurrency',
        commands: ['sync'],
        value: 'NUMBER',
        help: 'Requests at a time, 1 to 64. Default: 8.'
    },
    {
        name: 'alerts',
        commands: ['alerts'],
        value: 'PATTERN',
        help: `Files of the repository with alerting rules. ${SEVERAL}`,
        isRepeated: true
    },
    {
        name: 'from',
        commands: ['plan', 'sync', 'pull'],
        value: 'OWNER/NAME',
        help: 'Adopts the entries of the repository by its former name; with `https://` in front also from another server.',
        validate: /^(?:https?:\/\/[^\s/@?#]+\/)?[\w.%-]+(?:\/[\w.%-]+)+$/
    },
    {
        name: 'allow-stale',
        commands: ['sync'],
        help: 'Sends HEAD although the branch of the remote has another commit.'
    },
    {
        name: 'yes',
        commands: ['sync'],
        help: 'Asks nothing, and goes on where a sync would stop.'
    },
    {
        name: 'workflow',
        commands: [...REPOSITORY, 'alerts'],
        value: 'FILE',
        help: 'Workflow that has the options, or `none`. Default: the only one that uses the Action.'
    },
    {
        name: 'repository',
        commands: ['init', ...REPOSITORY, 'alerts'],
        value: 'OWNER/NAME',
        help: 'Where the files are for a browser. Default: where the remote is.',
        validate: /^[\w.%-]+(?:\/[\w.%-]+)+$/
    },
    {
        name: 'server-url',
        commands: ['init', ...REPOSITORY, 'alerts'],
        value: 'URL',
        help: 'The server of the repository. Default: that of the remote.',
        validate: /^https?:\/\/[^\s/@?#][^\s@?#]*$/
    },
    {
        name: 'forge',
        commands: ['init', ...REPOSITORY, 'alerts'],
        value: 'NAME',
        help: `What the server runs: ${FORGE_NAMES.join(', ')}. Default: by its name.`,
        validate: new RegExp(`^(?:${FORGE_NAMES.join('|')})$`)
    },
    {
        name: 'branch',
        commands: ['init', ...REPOSITORY, 'alerts'],
        value: 'NAME',
        help: 'The branch whose runbooks the assistant has. Default: that of the remote.',
        validate: REF
    }
];
const OPTIONS = TABLE;
/** The options that are inputs of the Action, too. */
const INPUT_NAMES = [
    ...new Set(OPTIONS.map(({ name }) => name).filter((name) => INPUT_OPTIONS.includes(name)))
];
/** The variable that stands for an option with a value. */
function variableOf(option) {
    return `RUNBOOK_SYNC_${option.toUpperCase().replaceAll('-', '_')}`;
}

;// CONCATENATED MODULE: ./src/cli/misuse.ts




/** Wrong use of the command line. */
function usageError(message, hint) {
    return new errors_ActionError('input', message, hint);
}
/** Where the options of a command are explained. */
function seeHelp(command) {
    return `See \`${joined(['runbook-sync', command, '--help'])}\`.`;
}
/** What people expect from other tools, and what it is called here. */
const DRY_RUN = '`runbook-sync plan` shows what a sync would do, and writes nothing.';
const ELSEWHERE = {
    '-n': DRY_RUN,
    '--dry-run': DRY_RUN,
    '--force': '`runbook-sync sync --replace PATH` replaces the text of a person, `--on-conflict replace` all of them.'
};
/** In place of what `commander` says, which repeats words that it does not know: one may be a token. */
function wrongUse({ code, message }, command) {
    const [sentence = '', suggestion = ''] = message.replace(/^error: /, '').split('\n');
    const help = seeHelp(command);
    const meant = suggestion.replace(/^\(|\)$/g, '');
    switch (code) {
        case 'commander.unknownCommand':
            return usageError('There is no command of this name.', joined([meant === '' ? `There are ${namesOf(Object.keys(COMMANDS))}.` : meant, help]));
        case 'commander.unknownOption':
            return unknownOption(/(?<=')--?[^'=]*/.exec(sentence)?.[0] ?? '', command);
        case 'commander.optionMissingArgument':
            return usageError(sentence.replace(/^option '(--[\w-]+) .*/, '`$1` needs a value.'), help);
        case 'commander.excessArguments':
            return usageError('Too many arguments.', joined([ARGUMENT_HINTS[command ?? 'plan'], help]));
        default:
            return usageError(`${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1).replace(/\.?$/, '.')}`, help);
    }
}
const PATTERN_HINT = "A pattern needs quotation marks: `--files 'docs/**'`.";
/** What a word without an option may have been meant for. */
const ARGUMENT_HINTS = {
    init: PATTERN_HINT,
    plan: PATTERN_HINT,
    sync: PATTERN_HINT,
    pull: PATTERN_HINT,
    list: PATTERN_HINT,
    check: 'It takes no argument.',
    alerts: 'Name files and folders by `--rules PATH`.'
};
function unknownOption(option, command) {
    const name = option.slice(2);
    const known = OPTIONS.filter((row) => row.name === name);
    if (known.some(({ commands }) => commands.some((each) => each === command))) {
        return usageError(`\`${option}\` takes no value.`, seeHelp(command));
    }
    if (known.length > 0) {
        const owners = known.flatMap(({ commands }) => commands);
        const problem = `\`${option}\` is an option of ${namesOf(owners)}`;
        if (command !== undefined)
            return usageError(`${problem}.`, seeHelp(command));
        return usageError(`${problem}, and follows its name.`, seeHelp(owners[0]));
    }
    if (Object.hasOwn(ELSEWHERE, option))
        return usageError(`There is no option \`${option}\`.`, ELSEWHERE[option] ?? '');
    const own = OPTIONS.filter(({ commands }) => commands.some((each) => each === command));
    const meant = mostSimilar(name, own.map((row) => row.name));
    const isShown = /^--[a-z-]{1,20}$/.test(option);
    return usageError(isShown ? `There is no option \`${option}\`.` : 'There is no such option.', joined([meant !== undefined && `Did you mean --${meant}?`, seeHelp(command)]));
}
function namesOf(commands) {
    const last = commands.at(-1) ?? '';
    return commands.length > 1 ? `${commands.slice(0, -1).join(', ')} and ${last}` : last;
}
/** Begins like the names of our variables, also if somebody forgot an underscore. */
const OURS = /^RUNBOOKS?_?(?:SYNC)?_?/;
const PREFIX = 'RUNBOOK_SYNC_';
/** Variables that are probably meant for a command, and that none reads. */
function misspeltVariables(env) {
    const options = OPTIONS.filter(({ value }) => value !== undefined).map(({ name }) => name);
    const known = [...new Set([...options, 'token'])].map((name) => variableOf(name));
    const endings = known.map((name) => name.slice(PREFIX.length));
    return Object.keys(env).flatMap((name) => {
        const upper = name.toUpperCase();
        // Windows ignores the case of their names.
        const isKnown = known.includes(process.platform === 'win32' ? upper : name);
        const meant = isKnown || !OURS.test(upper) ? undefined : mostSimilar(upper.replace(OURS, ''), endings);
        if (meant === undefined)
            return [];
        return [{ level: 'warning', message: `The variable ${name} has no effect. Did you mean ${PREFIX}${meant}?` }];
    });
}
/** The word that was probably meant, as `commander` finds it among commands; undefined if none is similar. */
function mostSimilar(word, words) {
    const parser = new esm/* Command */.uB()
        .exitOverride()
        .configureOutput({ writeErr: () => undefined })
        .helpCommand(false)
        .helpOption(false);
    for (const each of words)
        parser.command(each);
    if (words.includes(word))
        return word;
    try {
        parser.parse([word], { from: 'user' });
    }
    catch (error) {
        if (!(error instanceof esm/* CommanderError */.b7))
            throw error;
        return /Did you mean (?:one of )?(\w[\w-]*)/.exec(error.message)?.[1];
    }
    return undefined;
}

;// CONCATENATED MODULE: ./src/cli/command-line.ts





/** That of package.json. */
const command_line_VERSION = '0.1.0';
const HELP = `
A value also comes from a variable: --entry-name from RUNBOOK_SYNC_ENTRY_NAME.
The token comes from RUNBOOK_SYNC_TOKEN alone. A plan needs no token.

Exit codes: 0 everything is there, or would be after a sync; 1 something is,
or would be, missing, refused or incomplete; 2 wrong use; 3 with plan
--exit-code: a sync would send something; 130 after a second Ctrl-C.`;
/**
 * Undefined if help or the version was asked for, which is written.
 *
 * @throws {ActionError} of kind `input`.
 */
function readCommand(args, env) {
    if (args.some((arg) => /^--token(?:=|$)/.test(arg))) {
        const message = 'The token cannot be an option, because other users of this machine can see command lines.';
        throw usageError(message, 'Set RUNBOOK_SYNC_TOKEN instead.');
    }
    const program = newParser();
    try {
        program.parse(args.length === 0 ? ['--help'] : args, { from: 'user' });
    }
    catch (error) {
        if (!(error instanceof esm/* CommanderError */.b7))
            throw error;
        if (error.exitCode === 0)
            return undefined;
        throw wrongUse(error, namedCommand(args));
    }
    const [word = ''] = program.args;
    const name = commandNames.find((each) => each === word);
    const parsed = program.commands.find((each) => each.name() === word);
    if (name === undefined || parsed === undefined)
        return undefined;
    return commandOf(name, parsed, env);
}
/** The command that a command line begins with, also if the rest is wrong. */
function namedCommand([first]) {
    return commandNames.find((name) => name === first);
}
const commandNames = Object.keys(COMMANDS);
function newParser() {
    const program = new esm/* Command */.uB('runbook-sync')
        .description('Keeps the knowledge base of your operations assistant equal to the runbooks on a branch.')
        .usage('COMMAND [options]')
        .version(command_line_VERSION, '-v, --version', 'Prints the version.')
        .helpOption('-h, --help', 'Shows this help.')
        .helpCommand('help [command]', 'Shows the options of a command.')
        .exitOverride()
        .configureOutput({ writeErr: () => undefined, writeOut: (text) => process.stdout.write(text) })
        .configureHelp({ subcommandTerm: (command) => command.name() })
        .addHelpText('after', HELP);
    for (const name of commandNames)
        addCommand(program, name);
    return program;
}
/** Options that few people need at first. */
const MORE = 'More:';
function addCommand(program, name) {
    const { does, example } = COMMANDS[name];
    const command = program
        .command(name)
        .summary(does)
        .description(`${does}\n\nExample:\n  ${example}`)
        .usage('[options]')
        // `program.args` has the name.
        .action(() => undefined);
    const own = OPTIONS.filter(({ commands }) => commands.includes(name));
    const isFirst = ({ first = [] }) => first.includes(name);
    // The help shows the groups in the order in which they appear.
    for (const row of own.filter(isFirst))
        command.addOption(optionOf(row).helpGroup('Options:'));
    for (const row of own.filter((each) => !isFirst(each)))
        command.addOption(optionOf(row).helpGroup(MORE));
    command.addHelpOption(new esm/* Option */.c$('-h, --help', 'Shows this help.').helpGroup(MORE));
}
function optionOf({ name, value, help, isRepeated, conflicts }) {
    const option = new esm/* Option */.c$(joined([`--${name}`, value !== undefined && `<${value}>`]), help);
    if (isRepeated)
        option.argParser((next, before = '') => joined([String(before), next], '\n'));
    return conflicts === undefined ? option : option.conflicts(conflicts);
}
function commandOf(name, parsed, env) {
    const values = new Map(parsed.options.map((option) => [option.name(), parsed.getOptionValue(option.attributeName())]));
    const variable = (option) => {
        const value = env[variableOf(option)];
        return value === '' ? undefined : value;
    };
    return {
        name,
        has: (flag) => values.get(flag) === true,
        given: (option) => {
            if (option === 'token')
                return variable(option);
            const row = OPTIONS.find((each) => each.name === option && each.commands.includes(name));
            // An input decides about entries in each command.
            if (row === undefined)
                return INPUT_NAMES.includes(option) ? variable(option) : undefined;
            const value = values.get(option) ?? variable(option);
            const { validate, help } = row;
            if (value === undefined || validate === undefined)
                return value;
            if (value.split('\n').every((each) => validate.test(each)))
                return value;
            const problem = value === '' ? 'is empty' : 'cannot be used as it is';
            throw usageError(`\`--${option}\` ${problem}.`, joined([help, seeHelp(name)]));
        }
    };
}
/**
 * The inputs, as they are given: by an option, its variable, or the workflow.
 *
 * @throws {ActionError} of kind `input`.
 */
function inputsOf({ given }, workflow = {}) {
    const value = (name) => {
        const option = name === 'token' ? name : INPUT_NAMES.find((each) => each === name);
        return option === undefined ? undefined : (given(option) ?? workflow[option]);
    };
    return readInputs((name) => value(name) ?? '', () => undefined);
}

// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
;// CONCATENATED MODULE: ./src/branch/source.ts


/** The id that Git gives to a file with this content, in the algorithm of a repository whose ids have `length` digits. */
function blobIdOf(bytes, length = 40) {
    return (0,external_node_crypto_.hash)(length === 40 ? 'sha1' : 'sha256', Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]));
}
/** Paths with all folders above them. */
function withFolders(paths) {
    const all = new Set(paths);
    // A set also iterates over what is added meanwhile.
    for (const path of all) {
        const folder = external_node_path_.posix.dirname(path);
        if (folder !== '.')
            all.add(folder);
    }
    return all;
}
/** Why a path that the patterns select is never read. */
const SKIPPED = {
    symlink: 'it is a symbolic link, which Runbook Sync never follows',
    submodule: 'it is a submodule, whose files are in another repository',
    unmerged: 'it has a conflict of a merge, which you have to resolve first',
    'not UTF-8': 'its name is not UTF-8',
    'special file': 'it is not a regular file'
};
/** What the patterns select of a commit or folder. */
class Selection {
    files = [];
    /** What is never read, and why, as a clause. A path has U+FFFD for what is not UTF-8. */
    skipped = [];
    /** Number of files among which the patterns chose. */
    total = 0;
    #matches;
    constructor(matches) {
        this.#matches = matches;
    }
    add(path, id, skip) {
        const isSelected = this.#matches(path);
        if (skip === undefined) {
            this.total++;
            if (isSelected)
                this.files.push({ path, id });
        }
        else if (isSelected || (skip === 'submodule' && this.#matches(`${path}/runbook.md`))) {
            this.skipped.push({ path, reason: SKIPPED[skip] });
        }
    }
}

;// CONCATENATED MODULE: ./src/branch/disk.ts






/** The files of a folder that is no Git checkout, such as runbooks that an earlier step wrote. */
class disk_DiskFiles {
    history = undefined;
    #folder;
    /** @param folder absolute path without symbolic links. */
    constructor(folder) {
        this.#folder = folder;
    }
    /** @throws {ActionError} of kind `files` for a folder or name that cannot be read. */
    async list(_commit, matches) {
        const selection = new Selection(matches);
        // Patterns of @actions/glob mean the same as ours; the matcher decides, so that both sources select alike.
        const pattern = `${this.#folder.replace(/[[*?\\]/g, (char) => (external_node_path_.sep === '\\' ? char : `[${char}]`))}/**`;
        const options = { followSymbolicLinks: false, matchDirectories: false, implicitDescendants: false };
        try {
            // Most runs have a checkout and need no walk over the disk.
            const { create } = await __webpack_require__.e(/* import() */ 517).then(__webpack_require__.bind(__webpack_require__, 2517));
            const globber = await create(pattern, options);
            for await (const file of globber.globGenerator()) {
                const path = (0,external_node_path_.relative)(this.#folder, file).split(external_node_path_.sep).join('/');
                const stats = matches(path) ? await (0,external_node_fs_promises_.lstat)(file) : undefined;
                selection.add(path, '', stats && skipByStats(stats));
            }
        }
        catch (error) {
            throw unreadableError(`The files in ${this.#folder} cannot be listed: ${errors_messageOf(error)}.`, error);
        }
        selection.files.sort((a, b) => (a.path < b.path ? -1 : 1));
        return selection;
    }
    prefetch() {
        return Promise.resolve(false);
    }
    async [Symbol.asyncDispose]() {
        // Nothing stays open between two calls.
    }
    /** Opens without following a symbolic link, then checks what was opened, so that nothing can be exchanged in between. */
    async read({ path }, limit) {
        const name = (0,external_node_path_.join)(this.#folder, path);
        const flags = external_node_fs_.constants.O_RDONLY | external_node_fs_.constants.O_NOFOLLOW | external_node_fs_.constants.O_NONBLOCK;
        const file = await (0,external_node_fs_promises_.open)(name, flags).catch((error) => {
            throw unreadableError(`${path} cannot be read: ${errors_messageOf(error)}.`, error);
        });
        try {
            const stats = await file.stat();
            if (!stats.isFile() || (await (0,external_node_fs_promises_.realpath)(name)) !== name || stats.ino !== (await (0,external_node_fs_promises_.lstat)(name)).ino) {
                throw unreadableError(`${path} cannot be read: it is not a file inside the workspace.`);
            }
            if (stats.size > limit)
                return { kind: 'too-large', size: stats.size };
            const { buffer, bytesRead } = await file.read(Buffer.alloc(stats.size), 0, stats.size, 0);
            return { kind: 'bytes', bytes: buffer.subarray(0, bytesRead) };
        }
        finally {
            await file.close();
        }
    }
    async missing(_commit, paths) {
        const missing = new Set();
        for (const path of paths) {
            const name = (0,external_node_path_.join)(this.#folder, path);
            const stats = await (0,external_node_fs_promises_.lstat)(name).catch(() => undefined);
            if (stats === undefined || !name.startsWith(this.#folder + external_node_path_.sep))
                missing.add(path);
        }
        return missing;
    }
}
/** Bytes of a file that is compared with Git. */
const MAX_COMPARED = 64 * 1024 * 1024;
/** True if Git has a file of the work tree under this id. Git may be configured to store line feeds alone. */
function isStoredAs(bytes, id) {
    if (blobIdOf(bytes, id.length) === id)
        return true;
    const normal = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
    return blobIdOf(normal, id.length) === id;
}
/** Why what is on the disk is never read; undefined for a regular file. */
function skipByStats(stats) {
    if (stats.isFile())
        return undefined;
    return stats.isSymbolicLink() ? 'symlink' : 'special file';
}
/** The files that people see, as they are: with changes that are not committed. */
class WorkTree {
    root;
    #files;
    /** @param root absolute path without symbolic links. */
    constructor(root) {
        this.root = root;
        this.#files = new disk_DiskFiles(root);
    }
    /** A file below the root that no symbolic link leads to, at most `limit` bytes; undefined for anything else. */
    async read(path, limit) {
        try {
            const content = await this.#files.read({ path, id: '' }, limit);
            return content.kind === 'bytes' ? content.bytes : undefined;
        }
        catch (error) {
            if (error instanceof errors_ActionError)
                return undefined;
            throw error;
        }
    }
    /**
     * Replaces a file that still is what `read` gave: other programs find the old text or the new one.
     *
     * @returns whether it was replaced; false if somebody has changed or removed it since.
     */
    async replace(path, bytes, expected) {
        const file = (0,external_node_path_.join)(this.root, path);
        const next = (0,external_node_path_.join)((0,external_node_path_.dirname)(file), `.${(0,external_node_crypto_.randomUUID)()}.tmp`);
        try {
            const stats = await (0,external_node_fs_promises_.lstat)(file).catch(() => undefined);
            if (stats === undefined)
                return false;
            await (0,external_node_fs_promises_.access)(file, external_node_fs_.constants.W_OK);
            await (0,external_node_fs_promises_.writeFile)(next, bytes, { flag: 'wx', mode: stats.mode });
            const present = await this.read(path, expected.length);
            if (present?.equals(expected) !== true)
                return false;
            await (0,external_node_fs_promises_.rename)(next, file);
            return true;
        }
        catch (error) {
            throw unwritableError(path, error);
        }
        finally {
            await (0,external_node_fs_promises_.rm)(next, { force: true }).catch(() => undefined);
        }
    }
    /**
     * Makes a file, in new folders if needed, never through a symbolic link.
     *
     * @returns whether it was made: `taken` if another file or a symbolic link is in its place.
     */
    async create(path, bytes) {
        const file = (0,external_node_path_.join)(this.root, path);
        try {
            if (!(await this.#makeFolder((0,external_node_path_.dirname)(file))))
                return 'taken';
            await (0,external_node_fs_promises_.writeFile)(file, bytes, { flag: 'wx' });
            return 'new';
        }
        catch (error) {
            if (error.code !== 'EEXIST')
                throw unwritableError(path, error);
        }
        const known = await this.read(path, bytes.length);
        return known?.equals(bytes) === true ? 'equal' : 'taken';
    }
    /** False if something that is no folder is in the way. */
    async #makeFolder(folder) {
        if (folder === this.root)
            return true;
        if (!(await this.#makeFolder((0,external_node_path_.dirname)(folder))))
            return false;
        await (0,external_node_fs_promises_.mkdir)(folder).catch((error) => {
            if (error.code !== 'EEXIST')
                throw error;
        });
        // A submodule is another repository.
        if ((0,external_node_fs_.existsSync)((0,external_node_path_.join)(folder, '.git')))
            return false;
        return (await (0,external_node_fs_promises_.lstat)(folder)).isDirectory() && (await (0,external_node_fs_promises_.realpath)(folder)) === folder;
    }
}
function unreadableError(message, cause) {
    const hint = 'Let the user of this job read all files, give each a name in UTF-8, and change none while this step runs.';
    return new errors_ActionError('files', message, hint, { cause });
}
function unwritableError(path, cause) {
    return new errors_ActionError('files', `${path} cannot be written: ${errors_messageOf(cause)}.`, 'Let this user write there.', {
        cause
    });
}
/** Windows reserves these names, with any ending. */
const RESERVED = /^(?:con|conin\$|conout\$|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(?:\.|$)/i;
/** NTFS gives a file such a second name: `git~1` is `.git`. */
const SHORT_NAME = /^[^.~]{1,6}~\d{1,6}(?:\.[^.]{0,3})?$/;
/** Not in a name on Windows, or, at its end, not a part of it. */
const UNSAFE = /[<>:"|?*\\\p{Cc}]|(?<![. ])[. ]+$/gu;
/** macOS ignores some of these characters in names. */
const disk_INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** In bytes, of most file systems. */
const disk_MAX_NAME = 255;
/** In UTF-16 units, of macOS; a row of the list should not make thousands of folders. */
const disk_MAX_PATH = 1000;
/** True if a path stays below the root of a work tree, is not in Git's own folder, and no system takes it for another one. */
function isPortablePath(path) {
    return path.length <= disk_MAX_PATH && path.split('/').every(isPortableName);
}
function isPortableName(name) {
    if (name === '' || !name.isWellFormed() || Buffer.byteLength(name) > disk_MAX_NAME)
        return false;
    if (name.search(UNSAFE) !== -1 || RESERVED.test(name) || SHORT_NAME.test(name))
        return false;
    return name.replace(disk_INVISIBLE, '').toLowerCase() !== '.git';
}
/** In UTF-16 units, each of up to three bytes. A file system allows 255 bytes. */
const MAX_SEGMENT = 60;
const MAX_SEGMENTS = 12;
/** A relative path that is portable and short; different for every `path`. */
function safePath(path) {
    const segments = path.split('/');
    const isShort = segments.length <= MAX_SEGMENTS && segments.every(({ length }) => length <= MAX_SEGMENT);
    if (isShort && isPortablePath(path))
        return path;
    return `${(0,external_node_crypto_.hash)('sha256', path).slice(0, 12)}-${safeSegment(segments.at(-1) ?? '')}`;
}
function safeSegment(segment) {
    const safe = segment.slice(0, MAX_SEGMENT).toWellFormed().replace(UNSAFE, '_');
    return RESERVED.test(safe) || safe === '' ? `_${safe}` : safe;
}

// EXTERNAL MODULE: external "node:buffer"
var external_node_buffer_ = __webpack_require__(4573);
;// CONCATENATED MODULE: ./src/runbook/text.ts

const LFS_POINTER = 'version https://git-lfs.github.com/spec/';
const SAVE_AS_UTF8 = 'Save it as UTF-8.';
function refused(reason, hint, line) {
    return { kind: 'refused', reason, hint, line };
}
/** Bytes of a file. Services cut or refuse longer texts, and nobody reads one during an incident. */
const MAX_BYTES = 1024 * 1024;
/** Decodes UTF-8 and removes one byte order mark. Refuses other bytes: U+FFFD in a command could do harm. */
function text_decode(content) {
    const size = content.kind === 'too-large' ? content.size : content.bytes.length;
    if (content.kind === 'too-large' || size > MAX_BYTES) {
        return refused(`The file has ${size} bytes; ${MAX_BYTES} are allowed.`, 'Split it.');
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
/** The bytes of a file with this text; refused if a sync would refuse the file. */
function encode(text) {
    if (!text.isWellFormed())
        return refused('The file contains half a character, which UTF-8 cannot hold.', SAVE_AS_UTF8);
    const bytes = Buffer.from(text);
    const read = text_decode({ kind: 'bytes', bytes });
    return typeof read === 'string' ? bytes : read;
}
/** The lines of a file, with one character for each byte. */
function linesOf(bytes) {
    return bytes.toString('latin1').split('\n');
}
/** A text on one line. */
function collapse(text) {
    return text.replace(/\s+/g, ' ').trim();
}

;// CONCATENATED MODULE: ./src/alerts/find.ts





const RULE_FILE = /\.(?:ya?ml|json)$/i;
/**
 * Finds files that may have alerts below folders, and reads files as they are named. Follows no symbolic link but those in `paths`.
 *
 * @param root of the repository: where the paths of the result begin, also those of files outside, so that relative addresses of
 * alerts lead where they lead.
 * @throws {ActionError} for what cannot be read.
 */
async function* findRules(paths, root) {
    for (const path of paths) {
        const { folder, files } = await listFiles(path, root).catch((error) => {
            const why = error.code === 'ENOENT' ? 'there is no such file or folder' : errors_messageOf(error);
            throw new errors_ActionError('input', `The rules in ${path} cannot be read: ${why}.`, 'Name another path.');
        });
        const source = new disk_DiskFiles(folder);
        for (const { name, shown, isFile } of files) {
            if (isFile)
                yield { path: shown, content: await source.read({ path: name, id: '' }, MAX_BYTES) };
            else
                yield { path: shown, skipped: 'it is a symbolic link or another special file' };
        }
    }
}
async function listFiles(path, root) {
    const place = await (0,external_node_fs_promises_.realpath)(path);
    const stats = await (0,external_node_fs_promises_.stat)(place);
    const fromRoot = (file) => (0,external_node_path_.relative)(root, file).replaceAll(external_node_path_.sep, '/');
    const single = { name: (0,external_node_path_.basename)(place), shown: fromRoot(place), isFile: stats.isFile() };
    if (!stats.isDirectory())
        return { folder: (0,external_node_path_.dirname)(place), files: [single] };
    // @actions/glob, and so `list` of `DiskFiles`, writes to standard output, which has the JSON.
    const entries = await (0,external_node_fs_promises_.readdir)(place, { recursive: true, withFileTypes: true });
    const files = entries.flatMap((entry) => {
        const name = (0,external_node_path_.relative)(place, (0,external_node_path_.join)(entry.parentPath, entry.name));
        if (entry.isDirectory() || !RULE_FILE.test(name))
            return [];
        return { name, shown: fromRoot((0,external_node_path_.join)(place, name)), isFile: entry.isFile() };
    });
    return { folder: place, files: files.sort((one, other) => (one.name < other.name ? -1 : 1)) };
}

// EXTERNAL MODULE: ./node_modules/minimatch/dist/esm/index.js + 6 modules
var dist_esm = __webpack_require__(5273);
;// CONCATENATED MODULE: ./src/branch/patterns.ts



const MAX_PATTERNS = 500;
const MAX_LENGTH = 1000;
/** As @actions/glob 0.7 calls minimatch, the same on every system. */
const patterns_OPTIONS = {
    dot: true,
    nobrace: true,
    noext: true,
    nocomment: true,
    nonegate: true,
    platform: 'linux'
};
/** The files that a line selects if it names no ending: by the input. */
const patterns_ENDINGS = { files: /\.(?:md|markdown|mdown|mkd)$/i, alerts: /\.(?:ya?ml|json)$/i };
const EXAMPLES = { files: '`docs/runbooks/**/*.md`', alerts: '`monitoring/rules/**/*.yml`' };
/**
 * The lines of `files` or `alerts`, which select paths relative to the repository's root: the last line that matches decides,
 * `!` excludes, and a folder stands for everything below it, as in @actions/glob. One thing differs: a line that selects and
 * names no ending (a folder, `*`, `**`) selects files of one kind only, Markdown for `files`, not the pictures beside them.
 *
 * Refuses what @actions/glob takes literally although its author meant something else: braces, commas, backslashes.
 */
class patterns_Patterns {
    lines;
    #patterns;
    /** @throws {ActionError} of kind `input`, with the way to write it. */
    constructor(lines, input = 'files') {
        if (lines.length > MAX_PATTERNS) {
            const problem = `has ${lines.length} patterns; the limit is ${MAX_PATTERNS}.`;
            throw errors_inputError(input, problem, 'Name folders instead of files.');
        }
        this.lines = lines;
        this.#patterns = lines.map((line) => compilePattern(line, input));
        if (this.#patterns.some(({ exclude }) => !exclude))
            return;
        const problem = lines.length === 0 ? 'has no pattern.' : 'has only patterns that exclude (`!`), which select nothing.';
        const hint = `First say what to select, for example ${EXAMPLES[input]}, then what to leave out.`;
        throw errors_inputError(input, problem, hint);
    }
    matches = (path) => this.#decisive(path)?.exclude === false;
    /** Matches paths as `matches` does. `unused` tells the lines that decided about none of them. */
    watch() {
        const used = new Set();
        return {
            matches: (path) => {
                const pattern = this.#decisive(path);
                if (pattern !== undefined)
                    used.add(pattern.line);
                return pattern?.exclude === false;
            },
            unused: () => this.lines.filter((line) => !used.has(line))
        };
    }
    #decisive(path) {
        return this.#patterns.findLast(({ matches }) => matches(path));
    }
}
/** The line that excludes a path, to be pasted at the end of `files`; undefined if a path cannot be shown. */
function exclusionOf(path) {
    if (/[\p{C}\p{Zl}\p{Zp}]/u.test(path))
        return undefined;
    return `!${path.replace(/[^\p{L}\p{N}\p{M} ._/-]|^ | $/gu, '?')}`;
}
function compilePattern(line, input) {
    const [, marks = '', text = ''] = /((?:!\s*)*)(.*)/s.exec(line) ?? [];
    const exclude = marks.replace(/[^!]/g, '').length % 2 === 1;
    checkPattern(line, text, input);
    const parts = text.split('/').filter((part) => part !== '');
    const isFolder = text.endsWith('/');
    const itself = new dist_esm/* Minimatch */.VR(parts.join('/'), patterns_OPTIONS);
    const below = new dist_esm/* Minimatch */.VR([...parts, '**'].join('/'), patterns_OPTIONS);
    const anyEnding = exclude || !/^\*+$/.test(parts.at(-1) ?? '');
    const hasEnding = (path) => patterns_ENDINGS[input].test(path);
    return {
        line,
        exclude,
        matches: (path) => (!isFolder && itself.match(path) && (anyEnding || hasEnding(path))) ||
            (below.match(path) && (exclude || hasEnding(path)))
    };
}
/** By its ending. */
function isMarkdown(path) {
    return patterns_ENDINGS.files.test(path);
}
/** Refuses what cannot be a pattern, or means something else than its author thought, with the way to write it. */
function checkPattern(line, text, input) {
    const patternError = (problem, hint) => errors_inputError(input, `has the pattern ${wording_quoted(line, 80)}, which ${problem}.`, hint);
    const show = (pattern) => wording_quoted(pattern, 80);
    if (line.length > MAX_LENGTH) {
        throw patternError(`has ${line.length} characters; the limit is ${MAX_LENGTH}`, 'Split it into several lines.');
    }
    if (text === '')
        throw patternError('is empty', `Give a pattern such as ${EXAMPLES[input]}.`);
    if (text.includes('\\')) {
        throw patternError('contains a backslash', `Write ${show(text.replace(/\\+/g, '/'))}: folders are separated by \`/\`.`);
    }
    if (/^[a-z]:/i.test(text) || text.startsWith('/') || /^~(?:\/|$)/.test(text)) {
        const path = text.replace(/^(?:[a-z]:)?[/~]+/i, '');
        throw patternError('is an absolute path', `Patterns begin at the repository’s root: ${show(path)}.`);
    }
    if (text.split('/').some((part) => part === '.' || part === '..')) {
        const path = text.replace(/^(?:\.?\/)+/, '');
        const isFixed = !path.split('/').some((part) => part === '.' || part === '..');
        const fixed = isFixed ? `Write ${show(line.replace(text, () => path))}: patterns` : 'Patterns';
        throw patternError('has a part `.` or `..`', `${fixed} begin at the repository’s root and cannot leave it.`);
    }
    const [braces, choices] = /\{([^{}]*(?:,|\.\.)[^{}]*)\}/.exec(text) ?? [];
    if (braces !== undefined && choices !== undefined) {
        const lines = choices.split(',').map((choice) => show(text.replace(braces, () => choice)));
        throw patternError('uses braces, which are not supported', `Write one line for each: ${lines.join(', ')}.`);
    }
    if (text.includes(',')) {
        const lines = text.split(',').map((part) => show(part.trim()));
        throw patternError('contains a comma', `Write one pattern a line: ${lines.join(', ')}. A comma in a name is written \`?\`.`);
    }
    if (/[?*+@!]\([^/]*\)/.test(text)) {
        throw patternError('uses an extended pattern such as `@(a|b)`, which is not supported', 'Write one line for each.');
    }
}

;// CONCATENATED MODULE: ./src/runbook/source-line.ts




/** Raised when the same file becomes another entry, or none: a test compares it with the digest of a converted corpus. */
const CONVERSION = 1;
/** The numbers before, whose entries are known again; none as long as there was one way only. */
const EARLIER_CONVERSIONS = Array.from({ length: CONVERSION - 1 }, (_, at) => at + 1);
/** Twelve hexadecimal digits: 48 bits tell two texts of one name apart. */
function digits(text) {
    return (0,external_node_crypto_.hash)('sha256', text).slice(0, 12);
}
/**
 * Tells which file, under which name and with which inputs, became an entry. It needs no conversion.
 *
 * @param blob the id of the file's object in Git.
 */
function versionOf(file, { nameTemplate, frontMatter, links, serverUrl, repository, ref, forge = 'github' }, conversion = CONVERSION) {
    const { blob, name, path } = file;
    const place = [...placeKey({ serverUrl, repository }), ref, forge];
    return digits(JSON.stringify([conversion, blob, foldName(name), path, ...place, nameTemplate, frontMatter, links]));
}
/** The versions that earlier releases gave the same file. */
function earlierVersionsOf(file, inputs) {
    return EARLIER_CONVERSIONS.map((conversion) => versionOf(file, inputs, conversion));
}
/** Also matches if a service shows a text as HTML. `\b` does not match after an underscore, with which some services emphasise. */
const MARK = /(?<![A-Za-z0-9])(Version|Retired) ([0-9a-f]{12})\.([0-9a-f]{12})(?![0-9a-z])/;
const MARKS = new RegExp(MARK, 'g');
/** The seal, which tells whether an entry was changed: a digest of its name and of its text in normal form, without marks. */
function sealOf(name, content) {
    // A folded name has no line break.
    return digits(`${foldName(name)}\n${withoutMarks(content)}`);
}
/** A text in normal form, so that two texts that differ only in their marks are equal. */
function withoutMarks(content) {
    // Before the marks: once a mark is gone, a carriage return before it and a line feed behind it would become one line end.
    const lines = withLineFeeds(content);
    const first = MARK.exec(lines);
    if (first === null)
        return normalForm(lines);
    const rest = lines.slice(first.index + first[0].length);
    // Nearly every text has one mark, and to search for words is ten times faster than for the pattern.
    const mayHaveMore = rest.includes('Version ') || rest.includes('Retired ');
    return normalForm(mayHaveMore ? lines.replace(MARKS, '') : lines.slice(0, first.index) + rest);
}
/** True if two repositories are the same place: without scheme, `www.` and the case of host, owner and name. */
function isSamePlace(one, other) {
    return placeKey(one).join('/') === placeKey(other).join('/');
}
function placeKey({ serverUrl, repository }) {
    return [serverUrl.toLowerCase().replace(/^https?:\/\/(?:www\.)?/, ''), repository.toLowerCase()];
}
/** Writes the line; without a repository, the path in brackets. What Markdown or a terminal could change in it is escaped. */
function sourceLine(path, { kind, version, seal }, base) {
    const label = path
        .replace(/[%\p{C}\p{Zl}\p{Zp}]/gu, (char) => encodeURIComponent(char))
        .replace(/[\\`*[\]<>&~]|(?<![a-z0-9])_|_(?![a-z0-9])/gi, '\\$&');
    const root = blobRoot(base);
    const address = root === '' ? '' : `(${addressIn(root, encodePath(path))})`;
    return `${kind === 'version' ? 'Version' : 'Retired'} ${version}.${seal} of [${label}]${address}`;
}
/**
 * The text of an entry: what stands above the source line, the line, and the rest. The seal is of just this text.
 *
 * @param above the front matter, if the entry keeps it.
 */
function sealedEntry({ name, path, version, kind = 'version' }, { above, below }, base) {
    const [front, rest] = [above.trimEnd(), below.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd()];
    const content = (seal) => {
        const line = sourceLine(path, { kind, version, seal }, base);
        // The first mark counts: it must be that of the line.
        const parts = MARK.test(front) ? [line, front, rest] : [front, line, rest];
        return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
    };
    return content(sealOf(name, content('0'.repeat(12))));
}
/** An entry under another seal: of what a service that alters texts shows. */
function resealed(content, seal) {
    return content.replace(MARK, (_, kind, version) => `${kind} ${version}.${seal}`);
}
/** What stands behind the mark, to its closing bracket: a list may cut it. A service may escape brackets that are no link. */
const MARKDOWN_SOURCE = /^ of \\?\[((?:\\.|[^\\\]\r\n]){1,65536})\\?\](?:\(<?([^()\s<>]+)>?\)|(?!\())/;
const HTML_SOURCE = /^ of <a\s[^<>]{0,1000}?href="([^"<>\s]+)"[^<>]{0,1000}>([^<\r\n]{1,16384})<\/a>/i;
/** What a text says about its source; undefined without a mark. Of several marks the first one counts. */
function readSource(content) {
    return divide(content)?.line;
}
/** The text of an entry as a person left it, without its source line and in normal form. */
function source_line_textOf(content) {
    const parts = divide(content);
    return normalForm(parts === undefined ? content : `${parts.above}\n\n${parts.below}`);
}
/** Divides a text at its source line. What a person wrote into the link belongs to what is below. */
function divide(content) {
    const mark = MARK.exec(content);
    if (mark === null)
        return undefined;
    const [whole, kind, version = '', seal = ''] = mark;
    const rest = content.slice(mark.index + whole.length);
    const { length, label, address } = sourceIn(rest);
    const { isOurs, ...place } = locate(label, address);
    return {
        line: { kind: kind === 'Retired' ? 'retired' : 'version', version, seal, ...place },
        above: content.slice(0, mark.index),
        below: isOurs ? rest.slice(length) : rest
    };
}
function sourceIn(rest) {
    const markdown = MARKDOWN_SOURCE.exec(rest);
    if (markdown !== null) {
        const [{ length }, label = '', address = ''] = markdown;
        return { length, label: decodeMarkdown(label), address: decodeMarkdown(address) };
    }
    const [{ length }, address = '', label = ''] = HTML_SOURCE.exec(rest) ?? [''];
    return { length, label: (0,decode/* decodeHTMLStrict */.hl)(label), address: (0,decode/* decodeHTMLStrict */.hl)(address) };
}
/**
 * A service may write the label in another way, and only the label tells how many parts of the address are the path.
 * Also tells whether label and address lead to one path, as those of a run do.
 */
function locate(label, address) {
    const path = source_line_decode(label);
    if (address === '')
        return { path, root: '', isOurs: true };
    const { length } = path.split('/');
    const parts = address.split('/');
    const linked = source_line_decode(parts.slice(-length).join('/'));
    if (linked !== path && lettersOf(linked) !== lettersOf(path))
        return { path, root: address, isOurs: false };
    return { path: linked, root: parts.slice(0, -length).join('/'), isOurs: true };
}
/** The addresses that `blobRoot` makes: of GitLab, of GitHub, Bitbucket and Gitea, of Azure DevOps. */
const ROOTS = [
    /^(https?:\/\/[^/]+)\/(.+?)\/-\/blob\/(.+)$/,
    /^(https?:\/\/[^/]+)\/([^/]+\/[^/]+)\/(?:blob|src(?:\/branch)?)\/(.+)$/,
    /^(https?:\/\/[^/]+)\/([^?]+)\?version=GB([^&]+)&path=$/
];
/** The branch that a line leads to; undefined if its address is of another form. */
function placeOf({ root }) {
    const [, serverUrl, repository, ref] = ROOTS.map((form) => form.exec(root)).find((found) => found !== null) ?? [];
    if (serverUrl === undefined || repository === undefined || ref === undefined)
        return undefined;
    return { serverUrl, repository, ref: source_line_decode(ref) };
}
/** As Markdown reads a text, or an address. */
function decodeMarkdown(text) {
    return text.replace(/\\([!-/:-@[-`{-~])|&#?\w+;/g, (written, escaped) => escaped ?? (0,decode/* decodeHTMLStrict */.hl)(written));
}
/** What no service changes in a path. */
function lettersOf(path) {
    return composed((0,decode/* decodeHTMLStrict */.hl)(path)).replace(/[^\p{L}\p{N}]/gu, '');
}
function source_line_decode(text) {
    try {
        return decodeURIComponent(text);
    }
    catch {
        return text;
    }
}

;// CONCATENATED MODULE: ./src/alerts/address.ts




/** Stands for a template in an address. */
const ANY = '\u{e000}';
/** In characters. The longest address of 6,861 public alerts has 243. */
const address_MAX_LENGTH = 500;
/** Names in a ref. */
const MAX_REF = 5;
/** Pages of a forge that show a file or a folder. */
const PAGES = /^(?:blob|raw|tree|edit|blame|src|media|_edit|annotate)$/;
/**
 * Where the address of an alert leads; `without` if it is none, `elsewhere` if only a template knows. Into this repository, it
 * leads to the first of several paths that there is: an address does not say how much of it is the ref. An empty path is the root.
 */
function readAddress({ alert, address, file }, place, hasFile) {
    if (address.length > address_MAX_LENGTH)
        return 'elsewhere';
    const text = address.replace(/\{\{-? *\$labels\.alertname *-?\}\}/g, () => alert).replace(/\{\{[^]*?\}\}/g, ANY);
    if (text.length > 2 * address_MAX_LENGTH)
        return 'elsewhere';
    if (/^https?:/i.test(text))
        return readUrl(text, place);
    if (/\s/.test(text))
        return 'without';
    if (/^(?:[a-z][a-z\d+.-]*:|\u{e000})/iu.test(text))
        return 'elsewhere';
    // People leave the scheme out.
    if (/^(?:\/\/|[\w-]+(?:\.[\w-]+)+(?::\d+)?\/)/.test(text))
        return readUrl(`https://${text.replace('//', '')}`, place);
    const [path = ''] = decodePercent(text).split(/[?#]/);
    const target = external_node_path_.posix.join(/^\.\.?\//.test(path) ? external_node_path_.posix.dirname(file) : '', path).replace(/^\/+/, '');
    if (target.startsWith('../') || target.includes(ANY))
        return 'elsewhere';
    return isMarkdown(target) || pagesAt(target).some(hasFile) ? [target] : 'without';
}
/** The files that a forge shows at a path: of a folder its README. */
function pagesAt(path) {
    return path === '' ? ['README.md'] : [path, `${path}/README.md`];
}
function readUrl(text, place) {
    const url = URL.parse(text);
    if (url === null || place.repository === '')
        return 'elsewhere';
    const isRaw = url.host === 'raw.githubusercontent.com';
    const host = isRaw ? 'https://github.com' : `${url.protocol}//${url.host}`;
    const names = decodePercent(url.pathname).split('/').filter(Boolean);
    // A server may be a folder of its host, and a group of GitLab in another group.
    const start = place.serverUrl.split('/').filter(Boolean).length - 2;
    const end = start + place.repository.split('/').length;
    const serverUrl = [host, ...names.slice(0, start)].join('/');
    if (!isSamePlace({ serverUrl, repository: names.slice(start, end).join('/') }, place))
        return 'elsewhere';
    const below = names.slice(end);
    const [page = '', ...rest] = isRaw ? ['raw', ...below] : below.filter((name, at) => at > 0 || name !== '-');
    // Azure DevOps names the file in the query.
    if (page === '')
        return [(url.searchParams.get('path') ?? '').replace(/^\/+/, '')];
    return PAGES.test(page) ? pathsBehind(rest.join('/'), place.ref) : 'elsewhere';
}
/** @param rest the ref and the path. */
function pathsBehind(rest, branch) {
    const bare = rest.replace(/^(?:branch|commit|tag|refs\/heads|refs\/tags)\//, '');
    const isBranch = `${bare}/`.startsWith(`${branch}/`);
    const path = bare.slice(isBranch ? branch.length + 1 : `${bare}/`.indexOf('/') + 1);
    if (path.includes(ANY))
        return 'elsewhere';
    const names = path.split('/');
    return Array.from({ length: isBranch ? 1 : Math.min(MAX_REF, names.length) }, (_, at) => names.slice(at).join('/'));
}

;// CONCATENATED MODULE: ./src/alerts/alerts.ts

/** Which alerts have a runbook. */
function alertsTable(rules, facts) {
    const alerts = judgeAlerts(rules.alerts, facts);
    const totals = { runbook: 0, dead: 0, elsewhere: 0, without: 0 };
    for (const { state } of alerts)
        totals[state]++;
    const used = new Set(alerts.map(({ path }) => path));
    const unnamed = facts.runbooks.filter(({ path, status }) => status === 'runbook' && !used.has(path));
    return { files: rules.files, alerts, totals, unnamed: unnamed.map(({ path }) => path) };
}
/** An alert has a runbook if its address leads to one, or if the front matter of one names it. */
function judgeAlerts(alerts, facts) {
    const runbooks = facts.runbooks.filter(({ status }) => status === 'runbook');
    const files = new Map(facts.runbooks.map((file) => [file.path, file]));
    const named = new Map(runbooks.toReversed().flatMap(({ alerts, path }) => alerts.map((name) => [name, path])));
    return alerts.map((alert) => {
        const target = readAddress(alert, facts.place, facts.hasFile);
        const candidates = typeof target === 'string' ? [] : target.flatMap(pagesAt);
        const found = candidates.find((path) => files.get(path)?.status === 'runbook');
        const runbook = found ?? named.get(alert.alert);
        if (runbook !== undefined)
            return { ...alert, state: 'runbook', path: runbook, reason: '', candidates };
        if (typeof target === 'string')
            return { ...alert, state: target, path: '', reason: '', candidates };
        const path = candidates.find(facts.hasFile) ?? target[0] ?? '';
        return { ...alert, state: 'dead', path, reason: whyDead(path, files.get(path), facts), candidates };
    });
}
/** The dead ones that a change brought in: it changed the rule, or a file that the address may name. */
function deadBecauseOf(changed, { alerts }) {
    const isChanged = (path) => changed.has(path);
    return alerts.filter(({ state, file, candidates }) => state === 'dead' && [file, ...candidates].some(isChanged));
}
function whyDead(path, file, facts) {
    if (path === '')
        return 'It names no file.';
    if (file !== undefined)
        return `${path} is ${file.status}: ${(file.reason ?? '').replace(/\.$/, '')}.`;
    if (!facts.hasFile(path))
        return `There is no ${path}.`;
    return facts.selects(path) ? `${path} is not a regular file.` : `No pattern of files selects ${path}.`;
}

// EXTERNAL MODULE: ./node_modules/yaml/dist/index.js
var dist = __webpack_require__(8815);
;// CONCATENATED MODULE: ./src/runbook/front-matter.ts


/** In characters. The YAML parser takes about 0.2 s for hostile input of this length. */
const front_matter_MAX_LENGTH = 16 * 1024;
const NONE = { end: 0, valueOf: () => '' };
const QUOTE = 'Put quotes around a value with special characters: `title: "[P1] Disk: full"`.';
/** By the documented codes of `yaml`. One code covers several mistakes. */
const YAML_PROBLEMS = {
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
 * Reads the front matter of a text: YAML between a first line `---` and the next line `---`. Uses the fields `title`, `draft`,
 * `runbook`, `alerts` and those of the input `front-matter`, and checks the syntax of the others. Refuses `+++` and `---js`, because an entry would begin with their source.
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
    const fields = parseFields(yaml);
    const hasFields = fields instanceof Map && fields.size > 0;
    // After a blank line it may be prose between two thematic breaks.
    if (!hasFields && /^[ \t]*\r?\n\s*\S/.test(yaml))
        return NONE;
    return fields instanceof Map ? readFields(fields, yaml, end) : fields;
}
/** A value is text as its author wrote it, null, a list or another map. */
function parseFields(yaml) {
    if (yaml.length > front_matter_MAX_LENGTH) {
        return refused(`The front matter is longer than ${front_matter_MAX_LENGTH} characters.`, 'Move text below the second `---`.', 1);
    }
    return parseSimple(yaml) ?? parseYaml(yaml);
}
/** Lines of a key and some words have one meaning only, and most runbooks have no others. `yaml` takes twenty times as long. */
function parseSimple(yaml) {
    const fields = new Map();
    for (const line of yaml.trimEnd().split(/\r?\n/)) {
        const [, key, value] = /^([a-z][\w-]*): +(\w[\w .,/()@+-]*)$/i.exec(line) ?? [];
        if (key === undefined || value === undefined || fields.has(key) || /^null *$/i.test(value))
            return undefined;
        fields.set(key, value.trimEnd());
    }
    return fields;
}
/** Keeps all values as text, and applies no tag but `<<`. */
function parseYaml(yaml) {
    const document = (0,dist/* parseDocument */.Tp)(yaml, { schema: 'failsafe', customTags: ['null'], merge: true, prettyErrors: false });
    const error = document.errors[0] ?? document.warnings[0];
    if (error !== undefined) {
        const [words, hint] = YAML_PROBLEMS[error.code] ?? [error.code, 'Correct it, or remove the front matter.'];
        return refused(`The front matter is not valid YAML: ${words}.`, hint, lineAt(yaml, error.pos[0]));
    }
    let fields;
    try {
        // Null for blank lines and comments.
        fields = document.toJS({ mapAsMap: true }) ?? new Map();
    }
    catch {
        const problem = 'a value starts with `*` or follows `<<`, and stands for nothing or is repeated too often';
        return refused(`The front matter is not valid YAML: ${problem}.`, QUOTE, lineAt(yaml, yaml.search(/\*|<</)));
    }
    return fields instanceof Map ? fields : refused('The front matter is not a map.', 'Write `key: value` lines.', 2);
}
function readFields(fields, yaml, end) {
    const lineOf = (key) => lineAt(yaml, yaml.search(new RegExp(`^${key}[ \\t]*:`, 'm')));
    const title = front_matter_textOf(fields.get('title'));
    if (title === undefined)
        return refused('The `title` is not text.', 'Quote it: `title: "…"`.', lineOf('title'));
    const draft = front_matter_textOf(fields.get('draft'));
    const isDraft = draft !== '' && toBoolean(draft);
    if (isDraft === undefined) {
        return refused('`draft` is neither true nor false.', 'Write `draft: true`, or remove it.', lineOf('draft'));
    }
    // Other tools use this key, so any other value is allowed.
    const isExcluded = toBoolean(front_matter_textOf(fields.get('runbook'))) === false;
    return {
        end,
        ...(title !== '' && { title }),
        ...(isDraft ? { exclusion: 'draft: true' } : isExcluded && { exclusion: 'runbook: false' }),
        valueOf(key) {
            const texts = [fields.get(key)].flat().map(front_matter_textOf);
            if (texts.includes(undefined))
                return undefined;
            return texts.flatMap((text = '') => text.replace(/\s+/g, ' ') || []).join(', ');
        }
    };
}
/** Empty for a value that is missing or empty; undefined for a list or a map. */
function front_matter_textOf(value) {
    if (typeof value === 'string')
        return value.trim();
    return value === undefined || value === null ? '' : undefined;
}
/** Accepts the booleans of YAML 1.1, also in quotes. */
function toBoolean(text = '') {
    if (/^(?:true|yes|on)$/i.test(text))
        return true;
    return /^(?:false|no|off)$/i.test(text) ? false : undefined;
}
/** The YAML starts on the second line of the file. A negative offset is not known. */
function lineAt(yaml, offset) {
    return yaml.slice(0, Math.max(0, offset)).split('\n').length + 1;
}
function blankLinesEnd(text, from) {
    // A pattern for all lines at once would run out of stack.
    const content = /[^ \t\r\n]/g;
    content.lastIndex = from;
    const end = content.exec(text)?.index ?? text.length;
    return Math.max(from, text.lastIndexOf('\n', end) + 1);
}

;// CONCATENATED MODULE: ./src/alerts/rules.ts




/** Tokens of one file: enough for 1,500 alerts. The parser takes up to 12 µs for each. This also limits documents and aliases. */
const MAX_TOKENS = 100_000;
/** Characters of the name of an alert. An alias may repeat a name of any length. */
const rules_MAX_NAME = 500;
const MAX_FILES = 10_000;
/** Alerts of all files. */
const MAX_ALERTS = 20_000;
/** Reads the alerts of files in YAML or JSON: Prometheus rules, `PrometheusRule` resources, and other files with such rules. */
async function readRules(files) {
    const alerts = [];
    const problems = [];
    const templates = [];
    let number = 0;
    for await (const file of files) {
        if (number >= MAX_FILES || alerts.length > MAX_ALERTS) {
            problems.push({ level: 'warning', message: `The files from ${file.path} on are not read: ${TOO_MANY}` });
            break;
        }
        number++;
        const found = rules_readFile(file);
        if (found === 'template')
            templates.push(file.path);
        else if ('reason' in found) {
            const message = `Alerts of this file are not read: ${joined([found.reason, found.hint])}`;
            problems.push({ level: 'warning', path: file.path, line: found.line, message });
        }
        else
            alerts.push(...found);
    }
    if (templates.length > 0) {
        const message = `${count(templates.length, 'template')} with alerts cannot be read: ${listed(templates)}. ${RENDER}`;
        problems.push({ level: 'notice', message });
    }
    return { files: number, alerts, problems };
}
const TOO_MANY = `there are more than ${wording_format(MAX_FILES)} files, or ${wording_format(MAX_ALERTS)} alerts.`;
const RENDER = 'Render templates first, as `helm template` does; `runbook-sync alerts --rules` reads the result.';
function rules_readFile(file) {
    if ('skipped' in file)
        return refused(`${file.skipped}.`, '');
    // All of them get the same words, so that a report can count them.
    if (file.content.kind === 'too-large')
        return refused(`it has more than ${wording_format(MAX_BYTES)} bytes.`, '');
    const text = text_decode(file.content);
    if (typeof text !== 'string')
        return text;
    // Most YAML and JSON of a repository needs no parser.
    if (!text.includes('expr') || !/\balert["']?[ \t]*:/.test(text))
        return [];
    return checkTokens(text) ?? parse(file.path, text);
}
/** What YAML makes of templates outside of strings. `{{ $labels.x }}` lacks its quotes instead. */
const TEMPLATE = /^\{(?:%|\{(?! *\$(?:labels|value)))/;
/** Refuses what takes the parser too long, and templates. */
function checkTokens(text) {
    const lexer = new dist/* Lexer */.JG().lex(text).filter((token) => token !== dist/* CST */.DB.SCALAR);
    const tokens = [...lexer.take(MAX_TOKENS + 1)];
    // Each wrong escape is an error.
    const number = tokens.reduce((sum, token) => sum + token.split('\\').length, 0);
    if (number > MAX_TOKENS)
        return refused(`it has more than ${wording_format(MAX_TOKENS)} tokens.`, 'Split it.');
    const isTemplate = tokens.some((token, at) => token === '{' && TEMPLATE.test(tokens.slice(at, at + 4).join('')));
    return isTemplate ? 'template' : undefined;
}
function parse(path, text) {
    const lineCounter = new dist/* LineCounter */.HN();
    const lineAt = (offset = 0) => lineCounter.linePos(offset).line;
    // To compare the keys of a map takes quadratic time, and Prometheus refuses keys that occur twice.
    const options = { schema: 'failsafe', uniqueKeys: false, prettyErrors: false, lineCounter };
    const documents = (0,dist/* parseAllDocuments */.hR)(text, { ...options, customTags: ['null'] });
    const [error] = documents.flatMap(({ errors }) => errors);
    if (error !== undefined) {
        const problem = YAML_PROBLEMS[error.code]?.[0] ?? error.code;
        return refused(`it is not valid YAML (${problem}).`, '', lineAt(error.pos[0]));
    }
    const rules = documents.flatMap(rulesOf);
    return rules.map(({ alert, at, address }) => ({ alert, file: path, line: lineAt(at), address }));
}
/** The alerts of a document, with the offset of `alert:`. */
function rulesOf(document) {
    const anchors = new Map();
    const targets = new Map();
    const maps = new Map();
    (0,dist/* visit */.YR)(document, {
        Alias(_, alias) {
            targets.set(alias, anchors.get(alias.source));
        },
        Value(_, node) {
            if (node.anchor !== undefined)
                anchors.set(node.anchor, node);
            if ((0,dist/* isMap */.jh)(node))
                maps.set(node, new Map(node.items.map((pair) => [scalarOf(pair.key), pair])));
        }
    });
    const follow = (node) => targets.get(node) ?? node;
    // One `<<` is enough for rules, and cannot run in circles.
    const valueAt = (map, key) => {
        const own = maps.get(map);
        return follow((own?.get(key) ?? maps.get(follow(own?.get('<<')?.value))?.get(key))?.value);
    };
    return [...maps].flatMap(([rule, own]) => {
        const alert = scalarOf(valueAt(rule, 'alert'));
        const key = own.get('alert')?.key;
        if (alert === '' || alert.length > rules_MAX_NAME || !(0,dist/* isScalar */.jn)(key) || valueAt(rule, 'expr') === undefined)
            return [];
        const annotations = valueAt(rule, 'annotations');
        const addresses = ['runbook_url', 'runbook'].map((name) => scalarOf(valueAt(annotations, name)));
        return { alert, address: addresses.find((address) => address !== '') ?? '', at: key.range?.[0] };
    });
}
/** Empty for null, and for what is no text. */
function scalarOf(node) {
    return (0,dist/* isScalar */.jn)(node) && typeof node.value === 'string' ? node.value.trim() : '';
}

;// CONCATENATED MODULE: ./src/alerts/of-branch.ts




/**
 * Which alerts have a runbook at a commit.
 *
 * @param rules files that may have alerts.
 * @param origin names what selects them, for a message.
 */
async function alertsOfCommit({ source, patterns, options }, head, runbooks, rules, origin) {
    const { files } = await source.list(head, () => true);
    const paths = new Set(files.map(({ path }) => path));
    const read = await readRules(rules);
    const table = alertsTable(read, {
        place: options,
        runbooks: statusOf(runbooks),
        hasFile: (path) => paths.has(path),
        selects: patterns.matches
    });
    const message = `No rule file was found, so no alert was looked at. Correct ${origin}.`;
    const problems = table.files > 0 ? read.problems : [...read.problems, { level: 'warning', message }];
    return { table, problems };
}
/** What became of the selected files. */
function statusOf({ named, duplicates, others }) {
    return [
        ...named.map(({ path, alerts }) => ({ path, alerts, status: 'runbook' })),
        ...duplicates.flat().map(({ path, alerts }) => {
            return { path, alerts, status: 'refused', reason: 'other files have its name' };
        }),
        ...others.map(({ path, kind, reason }) => {
            return { path, alerts: [], status: kind === 'refused' ? 'refused' : 'skipped', reason };
        })
    ];
}
/** The files with alerts that the input selects at a commit. */
async function* rulesAt(source, head, patterns) {
    const { files, skipped } = await source.list(head, new patterns_Patterns(patterns, 'alerts').matches);
    await source.prefetch(files.map(({ id }) => id));
    for (const file of files)
        yield { path: file.path, content: await source.read(file, MAX_BYTES) };
    for (const { path, reason } of skipped)
        yield { path, skipped: reason };
}

// EXTERNAL MODULE: external "node:child_process"
var external_node_child_process_ = __webpack_require__(1421);
// EXTERNAL MODULE: external "node:events"
var external_node_events_ = __webpack_require__(8474);
// EXTERNAL MODULE: external "node:stream/consumers"
var consumers_ = __webpack_require__(8321);
;// CONCATENATED MODULE: ./src/branch/command.ts








/** Settings that no configuration may change: it could start programs, or write to the checkout. */
const SETTINGS = [
    'core.hooksPath=/dev/null',
    'core.fsmonitor=false',
    // The address of a remote would be a program.
    'protocol.ext.allow=never',
    // A file in the checkout's objects that states the parents of commits.
    'core.commitGraph=false',
    // Git would otherwise list the references of the borrowed checkout, by its configuration.
    'core.alternateRefsCommand=exit 0;',
    'gc.auto=0',
    'maintenance.auto=false',
    'fetch.writeCommitGraph=false',
    'protocol.version=2',
    // Git's servers send something every five seconds, also while they prepare an answer (`uploadpack.keepAlive`).
    'http.lowSpeedLimit=1',
    'http.lowSpeedTime=15'
].flatMap((setting) => ['-c', setting]);
/** A redirect would take the token to another host. */
const ALONE = ['-c', 'http.followRedirects=false', '-c', 'credential.helper='];
/**
 * Variables of the environment that reach Git: not the inputs, which hold the tokens; of `GIT_*` those about certificates
 * and the installation, never another repository.
 */
const KEPT_ALONE = /^(?!INPUT_|GIT_)|^GIT_(?:SSL_.*|EXEC_PATH|CONFIG_(?:NOSYSTEM|SYSTEM|GLOBAL|COUNT|KEY_\d+|VALUE_\d+)|TEST_.*)$/;
/** A hook of Git sets those of the repository; tests, and people, the others. */
const KEPT_FOR_USER = /^(?!INPUT_|GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|PREFIX|NAMESPACE)$|GIT_.*OBJECT_DIRECTOR)/;
/** Bytes of what `run` returns. */
const MAX_OUTPUT = 64 * 1024 * 1024;
/** Milliseconds. */
const command_TIMEOUT = 10 * 60 * 1000;
const execFileAsync = (0,external_node_util_.promisify)(external_node_child_process_.execFile);
/** Runs Git commands in one repository. */
class Git {
    gitDir;
    #program;
    #before;
    #disposal = new AbortController();
    #options;
    /**
     * Both paths are absolute.
     *
     * @param user arguments that name the place, for commands that have the credentials and the configuration of a person.
     */
    constructor(program, gitDir, env, user) {
        this.#program = program;
        this.gitDir = gitDir;
        const kept = user === undefined ? KEPT_ALONE : KEPT_FOR_USER;
        // Git opens a repository of another owner, as in a container job, only if it is named.
        this.#before = [...SETTINGS, ...(user ?? [...ALONE, `--git-dir=${gitDir}`])];
        const own = {
            ...Object.fromEntries(Object.entries(env).filter(([name]) => kept.test(name))),
            GIT_NO_LAZY_FETCH: '1',
            GIT_OPTIONAL_LOCKS: '0',
            GIT_TERMINAL_PROMPT: '0',
            ...(user === undefined && { GIT_ASKPASS: '', SSH_ASKPASS: '', GCM_INTERACTIVE: 'never' }),
            LC_ALL: 'C'
        };
        this.#options = { env: own, signal: this.#disposal.signal, windowsHide: true };
    }
    /**
     * Runs a command. A code other than 0 is for the caller to interpret.
     *
     * @param timeout milliseconds after which the command is killed.
     */
    async run(args, { input = '', env = {}, timeout = command_TIMEOUT } = {}) {
        // After a timeout, `execFile` also closes the pipes, which `git-remote-https` may hold open after Git has ended.
        const options = { ...this.#options, env: { ...this.#options.env, ...env }, timeout, maxBuffer: MAX_OUTPUT };
        const command = execFileAsync(this.#program, [...this.#before, ...args], options);
        const { stdin } = command.child;
        // The exit code reports a command that ended before it read its input.
        stdin?.on('error', () => undefined).end(input);
        try {
            return { code: 0, ...(await command) };
        }
        catch (error) {
            const { code, killed, signal, stdout = '', stderr = '' } = error;
            if (typeof code === 'number')
                return { code, stdout, stderr };
            if (killed === true)
                throw gitError(args, `it took longer than ${timeout / 1000} s`);
            // The message would begin with the whole command line.
            throw gitError(args, typeof signal === 'string' ? `${signal} ended it` : errors_messageOf(error));
        }
    }
    /** The output of a command that must succeed, without the line end. */
    async text(args) {
        const { code, stdout, stderr } = await this.run(args);
        if (code !== 0)
            throw gitError(args, stderr);
        return stdout.trimEnd();
    }
    /** Runs a command that must succeed and passes on its output, of any size, in chunks. */
    async stream(args, onChunk, { input = '', env = {} } = {}) {
        const child = this.start(args, { timeout: command_TIMEOUT, env });
        child.stdin.end(input);
        const read = async () => {
            for await (const chunk of child.stdout)
                onChunk(chunk);
        };
        const [stderr] = await Promise.all([(0,consumers_.text)(child.stderr), read(), (0,external_node_events_.once)(child, 'close')]);
        if (child.exitCode !== 0)
            throw gitError(args, child.signalCode === null ? stderr : `${child.signalCode} ended it`);
    }
    /**
     * Starts a command that the caller talks to.
     *
     * @param timeout milliseconds after which the command is killed; without it, the caller has a deadline.
     */
    start(args, { timeout, env = {} } = {}) {
        const options = { ...this.#options, env: { ...this.#options.env, ...env }, timeout };
        const child = (0,external_node_child_process_.spawn)(this.#program, [...this.#before, ...args], options);
        child.stdin.on('error', () => undefined);
        return child;
    }
    /** Ends the commands that still run, and those that start later. */
    [Symbol.dispose]() {
        this.#disposal.abort();
    }
}
/**
 * The absolute path of a program by `PATH`. Relative entries are skipped: a committed `git` in the working directory must
 * not be started, which Windows would do for a bare name.
 */
function command_findProgram(program, env) {
    const name = process.platform === 'win32' ? `${program}.exe` : program;
    const path = env['PATH'] ?? env['Path'] ?? '';
    return path
        .split(external_node_path_.delimiter)
        .filter((folder) => (0,external_node_path_.isAbsolute)(folder))
        .map((folder) => (0,external_node_path_.join)(folder, name))
        .find((file) => {
        try {
            (0,external_node_fs_.accessSync)(file, external_node_fs_.constants.X_OK);
            return (0,external_node_fs_.statSync)(file).isFile();
        }
        catch {
            return false;
        }
    });
}
/** What Git reported, for a person. */
function gitError(args, stderr) {
    const command = args.find((arg) => /^[a-z][a-z-]*$/.test(arg)) ?? '';
    return new errors_ActionError('git', `\`git ${command}\` failed: ${lastLine(stderr).replace(/\.$/, '')}.`, `Run ${wording_term('job')} again, with a new checkout.`);
}
/** The line in which Git says what happened: the last one that is an error, else the last that is no hint. */
function lastLine(stderr) {
    const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('hint:'));
    const error = lines.findLast((line) => /^(?:fatal|error|remote):/.test(line));
    const line = error ?? lines.at(-1) ?? 'no reason given';
    return shorten(printable(withoutCredentials(line)), 300);
}
/** The first 2,000 characters without the user and password of a URL, even if their characters are not encoded: Git prints those of proxies and remotes. */
function withoutCredentials(text) {
    return shorten(text, 2000).replace(/([a-z][\w+.-]*:\/\/)?[^\s'"]*@/gi, '$1');
}

;// CONCATENATED MODULE: ./src/branch/output.ts


/** Git's limit for a path is 4,096 bytes on most systems; a longer record is an attack on memory. */
const MAX_RECORD = 1024 * 1024;
/**
 * Splits what Git prints with `-z` into its records while it arrives. `valid` is false for a record that is not UTF-8;
 * `record` then has U+FFFD. Git allows every byte but NUL in a path.
 */
function splitRecords(onRecord) {
    let rest = Buffer.alloc(0);
    return (chunk) => {
        const bytes = Buffer.concat([rest, chunk]);
        const records = bytes.subarray(0, bytes.lastIndexOf(0) + 1);
        rest = bytes.subarray(records.length);
        // Decoded at once: a repository has many files, and nearly all have names in UTF-8.
        const valid = (0,external_node_buffer_.isUtf8)(records);
        const texts = records.toString(valid ? 'utf8' : 'latin1').split('\0');
        for (const record of texts.slice(0, -1)) {
            const encoded = valid ? undefined : Buffer.from(record, 'latin1');
            onRecord(encoded?.toString() ?? record, encoded === undefined || (0,external_node_buffer_.isUtf8)(encoded));
        }
        if (rest.length > MAX_RECORD) {
            throw new errors_ActionError('git', 'The commit has a path longer than 1 MiB.', 'Give that file a shorter path.');
        }
    };
}
/** The lines of what Git prints without `-z`. */
function output_linesOf(text) {
    return text.split('\n').filter((line) => line !== '');
}
function skipByMode(mode = '') {
    if (mode === '100644' || mode === '100755')
        return undefined;
    if (mode === '120000')
        return 'symlink';
    return mode === '160000' ? 'submodule' : 'special file';
}
/** Parses `git ls-tree -r -z`: `<mode> <type> <id>TAB<path>`. */
function parseTree(onPath) {
    return splitRecords((record, valid) => {
        const tab = record.indexOf('\t');
        const id = record.slice(record.lastIndexOf(' ', tab) + 1, tab);
        const skip = skipByMode(record.slice(0, 6)) ?? (valid ? undefined : 'not UTF-8');
        onPath({ path: record.slice(tab + 1), id, skip });
    });
}
/**
 * Looks for a name in a folder as Git stores it: `<mode> <name>NUL<id>` for each entry.
 *
 * @param idLength hexadecimal digits.
 */
function entryIn(folder, wanted, idLength) {
    for (let start = 0; start < folder.length;) {
        const blank = folder.indexOf(' ', start);
        const nul = folder.indexOf(0, blank);
        const end = nul + 1 + idLength / 2;
        if (blank === -1 || nul === -1)
            return undefined;
        if (folder.toString('utf8', blank + 1, nul) === wanted) {
            const mode = folder.toString('latin1', start, blank);
            return { isFolder: mode === '40000', skip: skipByMode(mode), id: folder.toString('hex', nul + 1, end) };
        }
        start = end;
    }
    return undefined;
}
/**
 * Parses `git ls-files -t --stage -z`: `<tag> <mode> <id> <stage>TAB<path>`. A path with a conflict comes once for each stage.
 *
 * @param onPath also gets whether the work tree leaves out the file, as a sparse checkout does.
 */
function parseIndex(onPath) {
    let last = '';
    return splitRecords((record, valid) => {
        const tab = record.indexOf('\t');
        const [tag, mode, id = '', stage] = record.slice(0, tab).split(' ');
        const path = record.slice(tab + 1);
        const skip = stage === '0' ? skipByMode(mode) : 'unmerged';
        if (stage === '0' || path !== last)
            onPath({ path, id, skip: skip ?? (valid ? undefined : 'not UTF-8') }, tag === 'S');
        last = path;
    });
}
/** Parses `git diff-tree -r -z --raw --no-renames`: `:<mode> <mode> <id> <id> <status>`, then the path. */
function parseDifferences(onPath) {
    let header;
    return splitRecords((record, valid) => {
        if (header === undefined) {
            header = record.slice(1).split(' ');
            return;
        }
        const [modeBefore, modeAfter, before, after] = header;
        header = undefined;
        if (!valid)
            return;
        onPath({
            path: record,
            before: skipByMode(modeBefore) === undefined ? before : undefined,
            after: skipByMode(modeAfter) === undefined ? after : undefined
        });
    });
}
/** Parses `git diff-tree -r -z --name-status -M --diff-filter=R`: `R<similarity>`, then both paths. */
function parseRenames(onRename) {
    const fields = [];
    return splitRecords((record) => {
        fields.push(record);
        const [status, from, to] = fields;
        if (status === undefined || from === undefined || to === undefined)
            return;
        fields.length = 0;
        onRename(from, to);
    });
}

;// CONCATENATED MODULE: ./src/branch/bare.ts






// Git's own commands for this would start two processes, and one of them would read the configuration of the checkout.
/**
 * The folder that the `.git` of a checkout stands for, which is a file in a worktree, in a submodule and with
 * `--separate-git-dir`.
 *
 * @see https://git-scm.com/docs/gitrepository-layout
 */
async function gitFolderOf(entry) {
    if ((await (0,external_node_fs_promises_.stat)(entry)).isDirectory())
        return entry;
    const [, folder] = /^gitdir: ([^\r\n]+)[\r\n]*$/.exec(await (0,external_node_fs_promises_.readFile)(entry, 'utf8')) ?? [];
    if (folder === undefined)
        throw new Error(`${entry} names no folder`);
    return (0,external_node_path_.resolve)((0,external_node_path_.dirname)(entry), folder);
}
/**
 * The folder with the objects and the configuration of a checkout, which a worktree has in its main repository.
 *
 * @param entry the `.git` of the checkout.
 * @throws {ActionError} of kind `git` if this is no checkout.
 */
async function commonFolderOf(entry) {
    try {
        const folder = await gitFolderOf(entry);
        const common = await unlessMissing((0,external_node_fs_promises_.readFile)((0,external_node_path_.join)(folder, 'commondir'), 'utf8'));
        return common === undefined ? folder : (0,external_node_path_.resolve)(folder, common.replace(/[\r\n]+$/, ''));
    }
    catch (error) {
        throw damagedError(entry, error);
    }
}
/**
 * Makes a bare repository that borrows the objects of a checkout, and the list of commits whose parents the checkout lacks.
 * Nothing else of the checkout is read.
 *
 * @param target the folder, which is not there yet.
 * @param common that of `commonFolderOf`.
 * @param commit any commit of the checkout: its length tells the algorithm of the ids.
 * @throws {ActionError} of kind `git` if the checkout is damaged.
 */
async function makeBorrower(target, common, commit) {
    const objects = (0,external_node_path_.join)(common, 'objects');
    const shallow = await shallowOf(common, objects).catch((error) => {
        throw damagedError(common, error);
    });
    await (0,external_node_fs_promises_.mkdir)((0,external_node_path_.join)(target, 'objects', 'info'), { recursive: true });
    await (0,external_node_fs_promises_.mkdir)((0,external_node_path_.join)(target, 'refs'));
    const isSha1 = commit.length === 40;
    await (0,external_node_fs_promises_.writeFile)((0,external_node_path_.join)(target, 'HEAD'), 'ref: refs/heads/main\n');
    await (0,external_node_fs_promises_.writeFile)((0,external_node_path_.join)(target, 'config'), `[core]\n\trepositoryformatversion = ${isSha1 ? 0 : 1}\n\tbare = true\n` +
        (isSha1 ? '' : '[extensions]\n\tobjectFormat = sha256\n'));
    await (0,external_node_fs_promises_.writeFile)((0,external_node_path_.join)(target, 'objects', 'info', 'alternates'), `${objects}\n`);
    // A complete history has no list of commits without parents.
    if (shallow !== undefined)
        await (0,external_node_fs_promises_.writeFile)((0,external_node_path_.join)(target, 'shallow'), shallow);
}
async function shallowOf(common, objects) {
    if (!(await (0,external_node_fs_promises_.stat)(objects)).isDirectory())
        throw new Error(`${objects} is not a folder`);
    const list = (0,external_node_path_.join)(common, 'shallow');
    const stats = await unlessMissing((0,external_node_fs_promises_.lstat)(list));
    if (stats === undefined)
        return undefined;
    // A pipe would never end, and Git prints a line that is no commit, of any file that a link leads to.
    const commits = stats.isFile() ? await (0,external_node_fs_promises_.readFile)(list, 'latin1') : '?';
    if (output_linesOf(commits).every((line) => event_COMMIT.test(line)))
        return commits;
    throw new Error('the list of commits without parents is damaged');
}
function damagedError(folder, cause) {
    const message = `Git cannot use the checkout: ${folder} is damaged (${errors_messageOf(cause)}).`;
    return new errors_ActionError('git', message, `Run ${wording_term('job')} again, with a new checkout.`, { cause });
}
/** The result; undefined if there is no such file. */
async function unlessMissing(reading) {
    return reading.catch((error) => {
        if (['ENOENT', 'ENOTDIR'].includes(error.code ?? ''))
            return undefined;
        throw error;
    });
}

;// CONCATENATED MODULE: ./src/branch/comparison.ts

// What Git finds when it compares trees that are here.
/** Contents of one file that are found in a history. */
const MAX_VERSIONS = 100;
/** The selected paths that are another regular file in one commit than in the other. */
async function changedPaths(git, from, to, matches) {
    const changed = [];
    const parse = parseDifferences((one) => {
        // A mode may have changed alone.
        if (one.before !== one.after && matches(one.path))
            changed.push(one);
    });
    await git.stream(['diff-tree', '-r', '-z', '--raw', '--no-renames', from, to], parse);
    return changed;
}
/** Renames as far as the content stayed the same, and the files that are left: removed ones, and new ones. */
function exactRenames(changed) {
    const renames = new Map();
    const removed = new Map();
    const added = new Map();
    for (const { path, before, after } of changed) {
        if (before === undefined && after !== undefined)
            added.set(path, after);
    }
    const byId = new Map(Array.from(added, ([path, id]) => [id, path]));
    for (const { path, before, after } of changed) {
        if (before === undefined || after !== undefined)
            continue;
        const now = byId.get(before);
        if (now === undefined || !added.delete(now))
            removed.set(path, before);
        else
            renames.set(path, now);
    }
    return { renames, removed, added };
}
/** What became of each file, by its path. @param renames where files are now, by the path that they had. */
function differencesOf(changed, renames) {
    return new Map(changed.map(({ path, before }) => {
        const renamedTo = renames.get(path);
        return [path, renamedTo === undefined ? { before } : { before, renamedTo }];
    }));
}
/** Where removed files are now, by the similarity of their texts. All texts have to be here. */
async function similarFiles(git, from, to, paths) {
    const renames = new Map();
    const command = ['diff-tree', '-r', '-z', '--name-status', '-M', '--diff-filter=R', from, to, '--'];
    const parse = parseRenames((path, now) => renames.set(path, now));
    await git.stream([...command, ...paths.map(literally)], parse);
    return renames;
}
/**
 * By path, the ids of the contents that a file had in some commits and their parents.
 *
 * @param commits the newest first; so are the ids.
 */
async function blobsIn(git, commits, paths) {
    const blobs = new Map(paths.map((path) => [path, new Set()]));
    const parse = parseDifferences(({ path, before, after }) => {
        const ids = blobs.get(path);
        for (const id of [after, before])
            if (id !== undefined && ids !== undefined && ids.size < MAX_VERSIONS)
                ids.add(id);
    });
    // `-m`: what a merge has may be in none of its parents.
    const command = ['diff-tree', '--stdin', '-m', '--root', '-r', '-z', '--raw', '--no-renames', '--no-commit-id', '--'];
    // Git compares each path of a tree with each that it gets: 200 take twenty times as long as the folder of all.
    const folder = commonFolder(paths);
    const limits = folder === '' ? [] : [literally(folder)];
    await git.stream([...command, ...limits], parse, { input: commits.map((id) => `${id}\n`).join('') });
    return new Map(Array.from(blobs, ([path, ids]) => [path, [...ids]]));
}
/** The folder of all paths, or the path itself if there is one; empty for the root. */
function commonFolder([first = '', ...others]) {
    return others.reduce((folder, path) => {
        const parts = path.split('/');
        const differs = folder.split('/').findIndex((part, at) => part !== parts[at]);
        return differs === -1 ? folder : parts.slice(0, differs).join('/');
    }, first);
}
/** A path as an argument that names just this path. */
function literally(path) {
    return `:(literal)${path}`;
}

;// CONCATENATED MODULE: ./src/branch/objects.ts


/** Bytes of a commit or folder that are read: a message may have any length. */
const MAX_OBJECT = 16 * 1024 * 1024;
/** Asks for objects through one `git cat-file --batch-command`. */
class ObjectReader {
    #child;
    #chunks;
    /** What has arrived and was not read. */
    #rest = Buffer.alloc(0);
    /** Git answers in the order of the requests: each answer is read after the one before. */
    #last = Promise.resolve();
    #stderr = '';
    constructor(child) {
        this.#child = child;
        this.#chunks = child.stdout[Symbol.asyncIterator]();
        child.stderr.on('data', (chunk) => {
            this.#stderr = (this.#stderr + chunk.toString()).slice(-4096);
        });
        child.on('error', () => undefined);
    }
    /**
     * What is here of some objects, in their order; undefined for one that is not.
     *
     * @param names ids, or what Git takes for one, such as `<id>^{commit}`.
     */
    info(names) {
        return this.#ask(names.map((name) => `info ${name}\n`).join(''), async () => {
            const found = [];
            while (found.length < names.length)
                found.push(await this.#header());
            return found;
        });
    }
    /** The ids whose objects are not here. */
    async missing(ids) {
        const found = await this.info(ids);
        return ids.filter((_, at) => found[at] === undefined);
    }
    /** A file that is here. Skips one over the limit while it arrives. */
    async file(id, limit) {
        return objects_required(id, await this.#contents(id, 'blob', limit));
    }
    /** The header of a commit that is here, in lines. */
    async commit(id) {
        const content = objects_required(id, await this.#contents(id, 'commit', MAX_OBJECT));
        if (content.kind === 'too-large')
            throw gitError(['cat-file'], `the commit ${id} has ${content.size} bytes`);
        const [header = ''] = content.bytes.toString().split('\n\n', 1);
        return header.split('\n');
    }
    /**
     * A folder that is here, as Git stores it.
     *
     * @param name its id, or `<commit>^{tree}`.
     */
    async folder(name) {
        const content = objects_required(name, await this.#contents(name, 'tree', MAX_OBJECT));
        if (content.kind === 'too-large')
            throw gitError(['cat-file'], `the folder ${name} has ${content.size} bytes`);
        return content.bytes;
    }
    /** @returns undefined if it is not here, or is something else. */
    #contents(name, wanted, limit) {
        return this.#ask(`contents ${name}\n`, async () => {
            const object = await this.#header();
            if (object === undefined)
                return undefined;
            const { type, size } = object;
            const bytes = await this.#take(size, size <= limit && type === wanted);
            await this.#take(1, false);
            if (event_COMMIT.test(name) && object.id !== name)
                throw gitError(['cat-file'], 'it answers out of order');
            if (type !== wanted)
                return undefined;
            return bytes === undefined ? { kind: 'too-large', size } : { kind: 'bytes', bytes };
        });
    }
    #ask(request, receive) {
        const { stdin } = this.#child;
        // Requests of one moment become one write.
        if (stdin.writableCorked === 0) {
            stdin.cork();
            process.nextTick(() => {
                stdin.uncork();
            });
        }
        stdin.write(request);
        const answer = this.#last.then(receive);
        this.#last = answer.catch(() => undefined);
        return answer;
    }
    /** `<id> <type> <size>`, or `<name> missing`. */
    async #header() {
        let end;
        while ((end = this.#rest.indexOf('\n')) === -1)
            this.#rest = Buffer.concat([this.#rest, await this.#next()]);
        const line = this.#rest.toString('latin1', 0, end);
        this.#rest = this.#rest.subarray(end + 1);
        const [, id, type, size] = /^([0-9a-f]{40,64}) ([a-z]+) (\d+)$/.exec(line) ?? [];
        if (id !== undefined && type !== undefined)
            return { id, type, size: Number(size) };
        if (line.endsWith(' missing'))
            return undefined;
        throw gitError(['cat-file'], `it answers ${line}`);
    }
    /** The next `length` bytes, or undefined if they are not to be kept. */
    async #take(length, keep) {
        // Usually one chunk has all bytes. Then no copy is made, which would take most of the time.
        if (keep && this.#rest.length >= length) {
            const bytes = this.#rest.subarray(0, length);
            this.#rest = this.#rest.subarray(length);
            return bytes;
        }
        const parts = [];
        for (let left = length; left > 0;) {
            if (this.#rest.length === 0)
                this.#rest = await this.#next();
            const part = this.#rest.subarray(0, left);
            this.#rest = this.#rest.subarray(part.length);
            left -= part.length;
            if (keep)
                parts.push(part);
        }
        return keep ? Buffer.concat(parts) : undefined;
    }
    /** Throws at the end of the stream, which also comes if Git was killed or cannot be started. */
    async #next() {
        // Git is killed if it gives no answer, so that a broken disk does not hang the job.
        const timer = setTimeout(() => this.#child.kill('SIGKILL'), command_TIMEOUT);
        const { value } = await this.#chunks.next().catch(() => ({ value: undefined }));
        clearTimeout(timer);
        if (value === undefined)
            throw gitError(['cat-file'], this.#stderr === '' ? 'it ended' : this.#stderr);
        return value;
    }
}
function objects_required(id, content) {
    if (content === undefined)
        throw gitError(['cat-file'], `${id} is missing, or something else`);
    return content;
}

// EXTERNAL MODULE: external "node:tls"
var external_node_tls_ = __webpack_require__(1692);
;// CONCATENATED MODULE: ./src/branch/remote.ts






const FETCH = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--no-auto-gc', '--no-write-fetch-head'];
/** Milliseconds for one fetch. */
const remote_TIMEOUT = 3 * 60 * 1000;
const RETRY_DELAY = 1500;
/** The variable from which Git takes the header with the token. */
const AUTHORIZATION = 'RUNBOOK_SYNC_AUTHORIZATION';
/** Failures of the network, after which the same fetch may succeed. */
const TRANSIENT = /could not resolve host|connection (?:timed out|reset|refused)|operation timed out|early eof|rpc failed|unexpected disconnect|returned error: 5\d\d|hung up/i;
/**
 * Fetches objects by id into a bare repository, without the files of commits: from the repository on GitHub, never from
 * what a checkout has configured. All of them arrive, or none.
 *
 * @param known a commit that is here; GitHub then leaves out its history.
 * @param options further options of `git fetch`; a clone of a person is fetched into without them.
 * @returns why it failed, as a clause; undefined if they have arrived.
 */
async function fetchObjects(git, setup, ids, known, options) {
    const { job, token } = setup;
    const input = `${ids.join('\n')}\n`;
    if (setup.user !== undefined)
        return fetchAs(setup.user, git.gitDir, input);
    if (job.repository === '')
        return 'the address of the repository is not known';
    const header = `http.${job.serverUrl}/.extraheader`;
    const args = [
        // The empty value drops headers that the machine has configured: GitHub refuses two of them.
        ...(token === undefined ? [] : ['-c', `${header}=`, `--config-env=${header}=${AUTHORIZATION}`]),
        ...(known === undefined ? ['-c', 'fetch.negotiationAlgorithm=noop'] : []),
        ...FETCH,
        ...(known === undefined ? [] : [`--negotiation-tip=${known}`]),
        ...['--filter=blob:none', ...options, '--stdin', `${job.serverUrl}/${job.repository}`]
    ];
    const env = await environmentOf(setup, git.gitDir);
    const config = (0,external_node_path_.join)(git.gitDir, 'config');
    const before = await (0,external_node_fs_promises_.readFile)(config);
    for (let attempt = 1;; attempt++) {
        const { code, stderr } = await runFetch(git, args, { input, env }).finally(async () => {
            // A fetch with a filter registers its remote, and every later command would fetch single objects from there.
            await (0,external_node_fs_promises_.writeFile)(`${config}.before`, before);
            await (0,external_node_fs_promises_.rename)(`${config}.before`, config);
        });
        if (code === 0)
            return undefined;
        const problem = lastLine(token?.redact(stderr) ?? stderr);
        if (attempt === 2 || !TRANSIENT.test(problem))
            return problem;
        await (0,promises_.setTimeout)(RETRY_DELAY);
    }
}
/** Objects come into the repository of this program, and nothing changes in the checkout: so there is no `--depth`. */
async function fetchAs({ git, remote }, gitDir, input) {
    if (remote === undefined)
        return 'the repository has no remote';
    const env = { GIT_OBJECT_DIRECTORY: (0,external_node_path_.join)(gitDir, 'objects') };
    const { code, stderr } = await runFetch(git, [...FETCH, '--refmap=', '--stdin', '--', remote], { input, env });
    return code === 0 ? undefined : lastLine(stderr);
}
/** Slow and endless answers fail, too. */
async function runFetch(git, args, options) {
    return git.run(args, { ...options, timeout: remote_TIMEOUT }).catch((error) => {
        return { code: 1, stderr: errors_messageOf(error) };
    });
}
/** The token stands in a variable alone: in no file, no URL and on no command line. */
async function environmentOf({ token, env }, gitDir) {
    const variables = {};
    if (token !== undefined) {
        const login = Buffer.from(`x-access-token:${token.reveal()}`).toString('base64');
        variables[AUTHORIZATION] = `Authorization: Basic ${login}`;
    }
    if ((env['NODE_EXTRA_CA_CERTS'] ?? '') !== '' && env['GIT_SSL_CAINFO'] === undefined) {
        variables['GIT_SSL_CAINFO'] = (0,external_node_path_.join)((0,external_node_path_.dirname)(gitDir), 'ca.pem');
        await (0,external_node_fs_promises_.writeFile)(variables['GIT_SSL_CAINFO'], (0,external_node_tls_.getCACertificates)().join('\n'));
    }
    return variables;
}

;// CONCATENATED MODULE: ./src/branch/repository.ts













/** Removed files, and new ones, whose texts are compared to find renames: Git compares each with each. */
const MAX_RENAMES = 100;
/** Commits of a history that are looked at. Git reads 5,000 in less than a second. */
const MAX_COMMITS = 5000;
/**
 * A bare repository of our own that borrows the objects of the checkout. The checkout is never written to, and nothing in
 * its configuration, hooks and attributes has an effect.
 */
class repository_Repository {
    folder;
    history = this;
    #git;
    #setup;
    /** Why the last fetch that failed did so, as a clause. */
    #problem = '';
    #objects;
    #fetching = Promise.resolve(undefined);
    /** What the commit has that was listed last. */
    #tree;
    constructor(git, folder, setup) {
        this.#git = git;
        this.folder = folder;
        this.#setup = setup;
    }
    /**
     * @param entry absolute path of the checkout's `.git`.
     * @throws {ActionError} of kind `git` if the checkout cannot be used.
     */
    static async open(entry, setup) {
        const { program, job, env } = setup;
        const folder = await (0,external_node_fs_promises_.mkdtemp)((0,external_node_path_.join)(job.temp, 'runbook-sync-git-')).catch((error) => {
            throw new errors_ActionError('files', `No folder can be made in the folder for temporary files (${job.temp}): ${errors_messageOf(error)}.`, 'Let this user write there, and make sure that the disk is not full.', { cause: error });
        });
        const git = new Git(program, (0,external_node_path_.join)(folder, 'git'), env);
        const repository = new repository_Repository(git, (0,external_node_path_.dirname)(entry), setup);
        try {
            const common = await commonFolderOf(entry);
            await makeBorrower(git.gitDir, common, job.sha);
            // A checkout that lacks the commit of the job may be of another repository.
            if (!(await repository.#has(job.sha)))
                await checkOrigin(git, common, repository.folder, job.repository);
            return repository;
        }
        catch (error) {
            await checkVersion(git).finally(() => repository[Symbol.asyncDispose]());
            throw error;
        }
    }
    async hasCommits(commits) {
        const missing = await this.#reader.missing([...new Set(commits)]);
        return missing.length === 0 || this.#fetchCommits(missing);
    }
    async ensureCommits(...commits) {
        if (await this.hasCommits(commits))
            return;
        throw new errors_ActionError('git', `The commit ${commits.map(event_shortId).join(' or ')} cannot be fetched: ${this.#problem}.`, wording_term('fetch'));
    }
    async peel(id) {
        const [commit] = await this.#reader.info([`${id}^{commit}`]);
        if (commit === undefined)
            throw gitError(['cat-file'], `${id} is no commit`);
        return commit.id;
    }
    async parents(commit) {
        const header = await this.#reader.commit(commit);
        return header.flatMap((line) => /^parent (\w+)$/.exec(line)?.[1] ?? []);
    }
    async dateOf(commit) {
        const header = await this.#reader.commit(commit);
        const [, seconds, sign = '', hours, minutes] = header.map((line) => /^committer .*> (\d+) ([+-])(\d\d)(\d\d)$/.exec(line)).find((found) => found !== null) ?? [];
        const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60;
        const date = new Date((Number(seconds) + offset) * 1000);
        return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
    }
    async list(commit, matches) {
        const selection = new Selection(matches);
        for (const { path, id, skip } of await this.#treeOf(commit))
            selection.add(path, id, skip);
        return selection;
    }
    async missing(commit, paths) {
        if (paths.size === 0)
            return new Set();
        // `git cat-file` answers 20,000 such questions in a second, and ends at some paths that people write.
        const listed = await this.#treeOf(commit);
        return new Set(paths).difference(withFolders(listed.map(({ path }) => path)));
    }
    async prefetch(ids) {
        const missing = await this.#reader.missing([...ids]);
        if (missing.length === 0)
            return false;
        if (await this.#fetch(missing))
            return true;
        const what = `${count(missing.length, 'file')} that the checkout lacks`;
        throw new errors_ActionError('git', `${what} cannot be fetched: ${this.#problem.replace(/\.$/, '')}.`, wording_term('fetch'));
    }
    read({ id }, limit) {
        return this.#reader.file(id, limit);
    }
    /** Folders are read, because a partial clone knows the id of a file that it lacks. */
    async idAt(commit, path) {
        return this.#withTrees([commit], async () => {
            const parts = path.split('/');
            let folder = `${commit}^{tree}`;
            for (const [at, part] of parts.entries()) {
                const entry = entryIn(await this.#reader.folder(folder), part, commit.length);
                if (at === parts.length - 1)
                    return entry?.skip === undefined ? entry?.id : undefined;
                if (entry?.isFolder !== true)
                    return undefined;
                folder = entry.id;
            }
            return undefined;
        });
    }
    async differences(from, to, matches) {
        if (!(await this.hasCommits([from, to])))
            return undefined;
        const changed = await this.#withTrees([from, to], () => changedPaths(this.#git, from, to, matches));
        return differencesOf(changed, await this.#renames(from, to, changed));
    }
    async blobsOf(commit, paths) {
        if (paths.length === 0)
            return new Map();
        const commits = await this.#ancestorsOf(commit);
        return this.#withTrees([commit], () => blobsIn(this.#git, commits, paths), MAX_COMMITS);
    }
    async merge(ours, base, theirs) {
        const files = [];
        for (const text of [ours, base, theirs]) {
            const file = (0,external_node_path_.join)((0,external_node_path_.dirname)(this.#git.gitDir), `merge-${(0,external_node_crypto_.randomUUID)()}`);
            // Git takes the last lines of two texts for different ones if one has no line break.
            await (0,external_node_fs_promises_.writeFile)(file, text.endsWith('\n') || text === '' ? text : `${text}\n`);
            files.push(file);
        }
        const { code, stdout, stderr } = await this.#git.run(['merge-file', '-p', '--quiet', ...files]);
        if (code > 127)
            throw gitError(['merge-file'], stderr);
        return code === 0 ? stdout : undefined;
    }
    async [Symbol.asyncDispose]() {
        this.#git[Symbol.dispose]();
        // On Windows a virus scanner may keep a file open; the runner empties this folder after the job.
        await (0,external_node_fs_promises_.rm)((0,external_node_path_.dirname)(this.#git.gitDir), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    }
    /** All paths of a commit. A run asks several times, and nearly always for one commit. */
    async #treeOf(commit) {
        if (this.#tree?.commit === commit)
            return this.#tree.listed;
        return this.#withTrees([commit], async () => {
            const listed = [];
            const parse = parseTree((path) => listed.push(path));
            await this.#git.stream(['ls-tree', '-r', '-z', '--full-tree', commit], parse);
            this.#tree = { commit, listed };
            return listed;
        });
    }
    /** Where removed files are now. If their texts cannot be fetched, those alone that are unchanged are found. */
    async #renames(from, to, changed) {
        const { renames, removed, added } = exactRenames(changed);
        if (Math.min(removed.size, added.size) === 0 || Math.max(removed.size, added.size) > MAX_RENAMES)
            return renames;
        const missing = await this.#reader.missing([...removed.values(), ...added.values()]);
        if (missing.length > 0 && !(await this.#fetch(missing)))
            return renames;
        const similar = await similarFiles(this.#git, from, to, [...removed.keys(), ...added.keys()]);
        return new Map([...renames, ...similar]);
    }
    /** A commit and its ancestors, the newest first. */
    async #ancestorsOf(commit) {
        const walk = async () => output_linesOf(await this.#git.text(['rev-list', `--max-count=${MAX_COMMITS}`, commit]));
        const ids = await walk();
        const shallow = await unlessMissing((0,external_node_fs_promises_.readFile)((0,external_node_path_.join)(this.#git.gitDir, 'shallow'), 'latin1'));
        const isCut = new Set(output_linesOf(shallow ?? '')).intersection(new Set(ids)).size > 0;
        // Only our own repository may get more history: a clone of a person stays as it is.
        const isOurs = this.#setup.user === undefined;
        return isCut && isOurs && (await this.#fetchCommits([commit], { depth: MAX_COMMITS })) ? walk() : ids;
    }
    /** Without history: two commits are compared without those between them. */
    async #fetchCommits(commits, { depth = 1, refetch = false } = {}) {
        const { sha } = this.#setup.job;
        const known = (await this.#has(sha)) ? sha : undefined;
        return this.#fetch(commits, known, [`--depth=${depth}`, ...(refetch ? ['--refetch'] : [])]);
    }
    async #fetch(ids, known, options = []) {
        // One after the other: each locks files of the repository.
        this.#fetching = this.#fetching.then(() => fetchObjects(this.#git, this.#setup, ids, known, options));
        const problem = await this.#fetching;
        if (problem !== undefined)
            this.#problem = problem;
        return problem === undefined;
    }
    /** Runs what reads trees; fetches them if the checkout has none (`filter: tree:0`), and runs it again. */
    async #withTrees(commits, run, depth = 1) {
        try {
            return await run();
        }
        catch (error) {
            if (!(await this.#fetchCommits(commits, { depth, refetch: true })))
                throw error;
            return run();
        }
    }
    async #has(id) {
        return (await this.#reader.missing([id])).length === 0;
    }
    get #reader() {
        return (this.#objects ??= new ObjectReader(this.#git.start(['cat-file', '--batch-command'])));
    }
}
/** @throws {ActionError} of kind `git` for a checkout whose configuration names another repository than `owner/name`. */
async function checkOrigin(git, common, folder, repository) {
    const { stdout } = await git.run(['config', '--file', (0,external_node_path_.join)(common, 'config'), '--get', 'remote.origin.url']);
    const origin = /[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(stdout.trim())?.[1];
    if (origin === undefined || origin.toLowerCase() === repository.toLowerCase())
        return;
    throw new errors_ActionError('git', `The checkout in ${folder} is of ${origin}; this workflow runs in ${repository}.`, `Check out ${repository} (leave out \`repository\` of actions/checkout), or name its folder with \`root\`; or run the ` +
        `workflow in ${origin}.`);
}
/** `git fetch --refetch` and `git cat-file --batch-command` came with 2.36. */
async function checkVersion(git) {
    const answer = await git.text(['version']);
    const [, major, minor] = /(\d+)\.(\d+)/.exec(answer) ?? [];
    if (Number(major) * 1000 + Number(minor) >= 2036)
        return;
    throw new errors_ActionError('git', `Git is too old: ${answer}.`, `Install Git 2.36 or newer on ${wording_term('machine')}.`);
}

;// CONCATENATED MODULE: ./src/branch/checkout.ts







const CHECK_OUT = 'Add a step with `uses: actions/checkout` before this one.';
/**
 * The checkout below the workspace: through Git if there are a checkout and Git, else the files on the disk.
 *
 * @throws {ActionError} of kind `input` for a `root` that does not exist, of kind `git` for an empty workspace or a
 *   checkout that cannot be read.
 */
async function checkout_openSource({ root, githubToken }, job, env, diagnose) {
    const workspace = await realpath(job.workspace).catch(() => undefined);
    const folder = await realpath(join(job.workspace, root)).catch(() => undefined);
    if (workspace === undefined)
        throw new ActionError('git', 'The workspace does not exist.', CHECK_OUT);
    if (folder === undefined || !`${folder}${sep}`.startsWith(`${workspace}${sep}`)) {
        const problem = folder === undefined ? 'does not exist.' : 'leads out of the workspace.';
        throw inputError('root', `is ${quoted(root)}, which ${problem}`, 'Give the `path` of actions/checkout.');
    }
    const program = findProgram('git', env);
    const entry = await findGitDir(folder, workspace);
    if (program !== undefined && entry !== undefined) {
        return Repository.open(entry, { program, job, token: githubToken, env });
    }
    if ((await readdir(folder)).length === 0) {
        throw new ActionError('git', `The folder ${folder} is empty.`, CHECK_OUT);
    }
    const why = program === undefined ? `Git is not installed on ${term('machine')}` : `${folder} is not a Git checkout`;
    diagnose({ level: 'notice', message: `${why}, so the runbooks are read from the disk.` });
    return new DiskFiles(folder);
}
/**
 * The `.git` of the checkout that `folder` belongs to, looked for upwards as far as `workspace`. Only an entry called `.git`
 * counts: Git cannot commit one, whereas a bare repository (`HEAD`, `objects/`, `refs/`, `config`) may be committed content
 * whose configuration runs programs.
 *
 * @param folder inside `workspace`; both are absolute and without symbolic links.
 */
async function findGitDir(folder, workspace) {
    const entry = (0,external_node_path_.join)(folder, '.git');
    if ((await (0,external_node_fs_promises_.lstat)(entry).catch(() => undefined)) !== undefined)
        return entry;
    return folder === workspace ? undefined : findGitDir((0,external_node_path_.dirname)(folder), workspace);
}

// EXTERNAL MODULE: ./node_modules/undici/index.js
var undici = __webpack_require__(4371);
;// CONCATENATED MODULE: ./src/branch/github.ts






/** Milliseconds. Three attempts without an answer and the waits between them take half a minute. */
const ATTEMPT_TIMEOUT = 8_000;
/** Milliseconds for one question with all its attempts and waits. */
const TOTAL_TIMEOUT = 150_000;
/** Seconds that a run waits for a rate limit to end. */
const LONGEST_WAIT = 60;
const ONE_DAY = (/* unused pure expression or super */ null && (24 * 60 * 60));
/** Bytes of an answer. The largest one is a comparison of two commits, without its files. */
const MAX_ANSWER = (/* unused pure expression or super */ null && (4 * 1024 * 1024));
/** A tag may point to a tag. */
const MAX_TAGS = 5;
/** The line that a workflow needs, for messages. */
const PERMISSIONS = '`permissions: { contents: read }`';
/** `owner/name`, in the form that GitHub allows. */
const github_REPOSITORY = /^(?!\.{1,2}\/)[\w.-]{1,100}\/(?!\.{1,2}$)[\w.-]{1,100}$/;
/** GitHub did not answer as needed; `message` names the question and the cause. */
class GitHubError extends errors_ActionError {
    /** The refusals that may be an answer: what was asked for does not exist, or the job may not see it. */
    refusal;
    constructor(message, hint, options = {}) {
        super('github', message, hint, options);
        this.refusal = options.refusal;
    }
}
/** An answer that GitHub's documentation does not describe, such as an HTML page with status 200. */
class UnknownForm extends (/* unused pure expression or super */ null && (Error)) {
}
/** Asks GitHub about a repository. A question is repeated after failures and rate limits. All throw `GitHubError`. */
class github_GitHub {
    #octokit;
    #token;
    #repository;
    /** @param token undefined if the input is empty; every question then fails. */
    constructor(makeOctokit, { repository }, token) {
        this.#octokit = token && makeOctokit(token.reveal());
        this.#token = token;
        this.#repository = repository;
    }
    /**
     * What a branch or tag points to: its commit last, before that the object of an annotated tag. GitHub may answer with an
     * older one for some seconds.
     */
    async headOf(ref) {
        const path = ref.split('/').slice(1).map(encodeURIComponent).join('/');
        const parse = (data) => {
            const object = field(data, 'object');
            return { isTag: field(object, 'type') === 'tag', sha: github_text(field(object, 'sha'), COMMIT) };
        };
        const what = `show the head of ${shortRef(ref)}`;
        const targets = [await this.#ask(what, `${this.#repository}/git/ref/${path}`, parse)];
        for (const { isTag, sha } of targets) {
            if (isTag && targets.length < MAX_TAGS)
                targets.push(await this.#ask(what, `${this.#repository}/git/tags/${sha}`, parse));
        }
        return targets.map(({ sha }) => sha);
    }
    /**
     * How `head` relates to `base`, in GitHub's words: `behind` means that `head` is an ancestor. Undefined if GitHub does not
     * know one of the commits, or they have no common ancestor.
     */
    async compare(base, head) {
        const parse = (data) => github_text(field(data, 'status'), /^(?:identical|ahead|behind|diverged)$/);
        // The first page lists changed files with their differences, which may be large.
        const path = `${this.#repository}/compare/${base}...${head}?per_page=1&page=2`;
        return unlessRefused(this.#ask('show how two commits are related', path, parse), 'missing');
    }
    /**
     * The id of a repository, also under a name that it had before. Undefined if there is none of this name, the job may not see
     * it, or the name is none.
     *
     * @param name `owner/name`; may be a text of anybody.
     */
    async repositoryId(name) {
        if (!github_REPOSITORY.test(name))
            return undefined;
        const parse = (data) => {
            const id = field(data, 'id');
            if (typeof id === 'number' && Number.isSafeInteger(id))
                return id;
            throw new UnknownForm();
        };
        return unlessRefused(this.#ask(`show the repository ${name}`, name, parse), 'missing', 'forbidden');
    }
    /**
     * @param what completes "GitHub does not …".
     * @param path below `/repos/`.
     * @param parse makes the answer a typed value, or throws `UnknownForm`.
     */
    async #ask(what, path, parse) {
        const octokit = this.#octokit;
        const headline = `GitHub does not ${what}`;
        if (octokit === undefined) {
            throw new GitHubError(`${headline}: the input \`github-token\` is empty.`, LEAVE_OUT, { headline });
        }
        const signal = AbortSignal.timeout(TOTAL_TIMEOUT);
        const { fetch: given } = octokit.request.endpoint.DEFAULTS.request;
        const request = { signal, fetch: limited(given), log: SILENT };
        const ask = async () => {
            const { data } = (await octokit.request(`GET /repos/${path}`, { request }));
            return parse(data);
        };
        try {
            return await pRetry(ask, {
                retries: 2,
                factor: 4,
                signal,
                shouldRetry: ({ error }) => (causeOf(error).wait ?? Infinity) <= LONGEST_WAIT,
                onFailedAttempt: async ({ error, retriesLeft }) => {
                    const { wait = 0 } = causeOf(error);
                    if (retriesLeft > 0 && wait <= LONGEST_WAIT)
                        await sleep(wait * 1000, undefined, { signal });
                }
            });
        }
        catch (error) {
            const { why, hint, refusal } = causeOf(error);
            const shown = (this.#token?.redact(why) ?? why).replace(/\s+/g, ' ').slice(0, 400);
            throw new GitHubError(`${headline}: ${shown}.`, hint, { cause: error, headline, refusal });
        }
    }
}
async function unlessRefused(asking, ...refusals) {
    try {
        return await asking;
    }
    catch (error) {
        if (error instanceof GitHubError && error.refusal !== undefined && refusals.includes(error.refusal))
            return undefined;
        throw error;
    }
}
const AGAIN = 'Run the job again when GitHub answers (https://www.githubstatus.com).';
const LEAVE_OUT = 'Leave out the input `github-token`; its default is the token of the job.';
/** Why GitHub did not answer. */
function causeOf(error) {
    const { status = 0, response } = error;
    const message = messageOf(error);
    if (error instanceof UnknownForm)
        return { why: 'the answer has an unknown form', hint: AGAIN, wait: 0 };
    // Octokit gives a request without an answer the status 500.
    if (response === undefined)
        return { why: `its API cannot be reached (${message})`, hint: AGAIN, wait: 0 };
    const { headers = {} } = response;
    const isUsedUp = headers['x-ratelimit-remaining'] === '0';
    if (status === 429 || (status === 403 && isUsedUp) || /secondary rate/i.test(message)) {
        const reset = Number(headers['x-ratelimit-reset']) - Math.floor(Date.now() / 1000);
        // A second more, because GitHub gives whole ones; a minute if it gives none.
        const given = Number(headers['retry-after'] ?? (isUsedUp ? reset : NaN)) || LONGEST_WAIT - 1;
        const wait = Math.min(Math.max(0, given), ONE_DAY) + 1;
        const until = new Date(Date.now() + wait * 1000).toISOString().slice(11, 16);
        return {
            why: `it limits the rate of requests until ${until} UTC`,
            hint: 'Run the job again after that time.',
            wait
        };
    }
    if (status === 401)
        return { why: 'it rejects `github-token` (HTTP 401)', hint: LEAVE_OUT };
    if (status === 403) {
        const hint = `Add to the job in the workflow: ${PERMISSIONS}.`;
        return { why: 'the job lacks a permission (HTTP 403)', hint, refusal: 'forbidden' };
    }
    // GitHub answers 422 for the name of a commit that it does not know.
    if (status === 404 || status === 422) {
        const hint = `Check that it exists, and that the job has ${PERMISSIONS}.`;
        return { why: `it does not exist, or the job may not see it (HTTP ${status})`, hint, refusal: 'missing' };
    }
    const why = `it answers with HTTP ${status}`;
    return status >= 500 ? { why, hint: AGAIN, wait: 0 } : { why, hint: AGAIN };
}
/** @throws {UnknownForm} */
function github_text(value, form) {
    if (typeof value === 'string' && form.test(value))
        return value;
    throw new UnknownForm();
}
/** Octokit prints headers of the answer, which could contain workflow commands. */
const ignore = () => undefined;
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };
/**
 * Gives each attempt its own deadline and a limit of bytes. A hook of Octokit cannot: its hooks pass the first options on,
 * not those of the hook around them.
 */
function limited(given) {
    return async (url, init) => {
        const signals = [AbortSignal.timeout(ATTEMPT_TIMEOUT), ...(init?.signal ? [init.signal] : [])];
        const response = await given(url, { ...init, signal: AbortSignal.any(signals) });
        const chunks = [];
        let size = 0;
        for await (const chunk of (response.body ?? [])) {
            chunks.push(chunk);
            size += chunk.length;
            if (size > MAX_ANSWER)
                throw new Error(`an answer of more than ${MAX_ANSWER} bytes`);
        }
        return new Response(response.body && Buffer.concat(chunks), response);
    };
}

;// CONCATENATED MODULE: ./src/branch/head.ts



/** Seconds between two questions while GitHub may answer from a copy that a push has not reached: 15 in all. */
const WAITS = (/* unused pure expression or super */ null && ([1, 2, 4, 8]));
/**
 * The commit at the head of a branch, or of a tag. An answer that is older than `reference`, or that the push of this run has
 * replaced, is asked for again; any other one counts, also after a forced push.
 *
 * @param ref full.
 * @param reference a commit that the branch had: the job's, later the one that was delivered last.
 * @throws {ActionError} of kind `github` if GitHub does not say; of kind `branch-moved` if its answer stays old.
 */
async function head_findHead({ github, job: { trigger }, ref, reference }) {
    const replaced = trigger.kind === 'push' ? trigger.before : undefined;
    const ask = async () => {
        const ids = await github.headOf(ref);
        const head = ids.at(-1) ?? '';
        if (ids.includes(reference))
            return { head, age: 'current' };
        if (replaced !== undefined && ids.includes(replaced))
            return { head, age: 'old' };
        const relation = await github.compare(reference, head);
        // A copy that the push has not reached does not know the reference, either.
        if (relation === undefined)
            return { head, age: 'unknown' };
        return { head, age: relation === 'behind' ? 'old' : 'current' };
    };
    let answer = await ask();
    for (const seconds of WAITS) {
        if (answer.age === 'current')
            break;
        await sleep(seconds * 1000);
        answer = await ask();
    }
    // Two commits without a common ancestor stay unknown: somebody has pushed another history.
    if (answer.age !== 'old')
        return answer.head;
    throw movedError(ref, `is at ${shortId(answer.head)}, which is older than ${shortId(reference)} of this run`);
}
/**
 * Checks that a run may deliver a head that is not the commit of its job.
 *
 * @param head a commit that is here, if the source has a history.
 * @throws {ActionError} of kind `branch-moved` if the files are those of the job's commit, or if the branch has another
 *   version of the workflow's file by now: the inputs of this run would be old. What the inputs take from variables, reusable
 *   workflows and other repositories is not compared.
 */
async function head_requireSameWorkflow({ source: { history }, job, ref, head }) {
    const { sha, workflow } = job;
    if (head === sha)
        return;
    if (history === undefined) {
        throw movedError(ref, `is at ${shortId(head)}, and the files on the disk are those of ${shortId(sha)}`);
    }
    const path = head_ownWorkflow(job);
    if (workflow === undefined || path === undefined)
        return;
    const { commit } = workflow;
    await history.ensureCommits(commit);
    const [own, present] = [await history.idAt(commit, path), await history.idAt(head, path)];
    if (own !== undefined && own === present)
        return;
    throw new ActionError('branch-moved', `The inputs of this run are old: ${path} has changed between ${shortId(commit)} and ${shortId(head)}, the head of ` +
        `${shortRef(ref)}.`, 'Start a new run: push, or start the workflow by hand. Repeating this run does not help.');
}
/** The path of the workflow's file; undefined if this repository does not have it. */
function head_ownWorkflow({ workflow, repository }) {
    return workflow?.repository.toLowerCase() === repository.toLowerCase() ? workflow.path : undefined;
}
function movedError(ref, how) {
    const what = ref.startsWith('refs/tags/') ? 'tag' : 'branch';
    return new ActionError('branch-moved', `The ${what} ${shortRef(ref)} ${how}.`, `The run of the push that moved the ${what} delivers it. If there is none, start the workflow by hand on the ${what}.`);
}

;// CONCATENATED MODULE: ./src/knowledge/api-types.ts
/** What the vendor specifies of the API, and nothing more. */
/** Paths below `{base_url}`. */
const LIST_PATH = '/personal/v1/knowledge/list';
const UPSERT_PATH = '/personal/v1/knowledge/upsert';
/** The specification's example begins at page 1. */
const FIRST_PAGE = 1;

// EXTERNAL MODULE: ./node_modules/@actions/http-client/lib/proxy.js
var lib_proxy = __webpack_require__(9783);
// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(8522);
;// CONCATENATED MODULE: ./src/field.ts
/** A field of JSON that was not checked, by the names that lead to it; undefined if it is missing. */
function field_field(value, ...names) {
    return names.reduce((holder, name) => holder?.[name], value);
}

;// CONCATENATED MODULE: ./src/knowledge/failures.ts


/** Why an attempt failed. */
class RequestError extends errors_ActionError {
    /** True if the same request may succeed later. */
    retryable;
    /** Milliseconds that the service asks to wait. */
    retryAfter;
    /** The status of an answer other than 2xx. */
    status;
    /** True if a smaller page of the list may succeed. */
    tooLarge;
    /** Requests that were made. */
    attempts = 1;
    constructor(kind, message, hint, options = {}) {
        super(kind, message, hint, options);
        this.retryable = options.retryable ?? false;
        this.retryAfter = options.retryAfter;
        this.status = options.status;
        this.tooLarge = options.tooLarge ?? false;
    }
}
/** The inputs that the sentences below name. */
const failures_INPUTS = new Set(['base-url', 'token', 'concurrency']);
const CHECK_URL = 'Check {base-url}: it is the address of the assistant’s API, not of its web pages, without `/personal/v1/knowledge/…`.';
const CHECK_HOST = 'Check the scheme, host and port of {base-url}.';
const CHECK_NETWORK = 'Check {base-url}, and that {machine}’s network reaches it (firewall, VPN, `https_proxy`, `no_proxy`).';
const CHECK_PROXY = 'Check `https_proxy` and its credentials, or add the host to `no_proxy`.';
const CHECK_WORKSPACE = 'A token works only in the workspace in which it was created: check that {base-url} and {token} belong to the same ' +
    'workspace, and that the owner of the token may edit knowledge there. If the token was rotated, update {secret}.';
const CORRECT = 'Correct the runbook by what the service says; if that does not help, ask the people who run the service.';
const WITHOUT_LIST = `If the service has no list for this token, ${input('confirm-within', '0')} sends without comparing.`;
const ASK_FOR_LIST = `Ask the people who run the service. ${WITHOUT_LIST}`;
const RUN_AGAIN = 'Run {job} again when the service works; if it does not, tell the people who run it.';
const RUN_AGAIN_OR_ASK = 'Run {job} again; if it happens again, ask the people who run the service or the network in between.';
const RUN_LATER = 'Run {job} again later: it then delivers what is pending.';
const STORE_TOKEN = 'store the new value, which is shown once, in {secret} `RUNBOOK_SYNC_TOKEN`{asInput}. Then run {job} again.';
const TOKENS = 'Settings → Access Tokens of the assistant';
const TOKEN_REJECTED = 'The service rejects the token (HTTP 401){said}';
/**
 * What may be wrong with the service or the way to it: kind, message and hint. Braces hold a fact of the request, a word of
 * the front end, or an input, which each front end names in its own way; `{Machine}` begins a sentence. Upserts and the list
 * share the messages, so none names an entry; `listHint` replaces the hints that are about one.
 */
const FAILURES = {
    // The answer is an error. `said` ends the sentence with what the service says.
    redirected: [
        'wrong-address',
        '{url} redirects (HTTP {status}) {where}. Runbook Sync follows no redirect, so that the token stays here.',
        `${CHECK_URL} If the API has moved, give its new address.`
    ],
    tokenExpired: ['token-rejected', TOKEN_REJECTED, `Choose Rotate in ${TOKENS}, and ${STORE_TOKEN}`],
    tokenRevoked: [
        'token-rejected',
        TOKEN_REJECTED,
        'A revoked token cannot be rotated. If a rotation replaced it, store that value. Otherwise choose Create Token in ' +
            `${TOKENS}, and ${STORE_TOKEN}`
    ],
    tokenRejected: [
        'token-rejected',
        TOKEN_REJECTED,
        `In ${TOKENS}, choose Rotate if the token is listed as expired, else Create Token; then ${STORE_TOKEN}`
    ],
    forbidden: ['forbidden', 'The token has no permission for this request (HTTP {status}){said}', CHECK_WORKSPACE],
    noSuchApi: ['wrong-address', 'There is no such API at {url} (HTTP {status}){said}', CHECK_URL],
    proxyNeedsLogin: [
        'unreachable',
        'The proxy requires credentials (HTTP {status}){said}',
        'Add them to `https_proxy`, or add the host of the service to `no_proxy`.'
    ],
    tooLarge: ['entry-rejected', 'The service says that this is too large (HTTP {status}){said}', 'Split the runbook.'],
    rateLimited: [
        'rate-limited',
        'The service receives too many requests (HTTP {status}){said}',
        'Run {job} again later, with a lower {concurrency}.'
    ],
    rejected: ['entry-rejected', 'The service rejects the request (HTTP {status}){said}', CORRECT],
    failing: ['service-failing', 'The service fails (HTTP {status}){said}', RUN_AGAIN],
    // The answer is no success, although its status may say so.
    reportsError: [
        'entry-rejected',
        'The service answered with HTTP {status}, but its answer reports an error (`{sign}`){said}',
        CORRECT
    ],
    html: [
        'wrong-address',
        '{url} returned an HTML page instead of JSON (HTTP {status}){said}',
        `${CHECK_URL} A sign-in page or a proxy in between also answers like this.`
    ],
    notJson: ['wrong-address', '{url} returned text instead of JSON (HTTP {status}){said}', CHECK_URL],
    notAList: ['wrong-address', 'The answer of {url} is no list of entries{said}', CHECK_URL],
    damaged: [
        'service-failing',
        'The service returned {encoding} content that cannot be decoded (HTTP {status}).',
        RUN_AGAIN
    ],
    brokenJson: [
        'service-failing',
        'The service returned JSON that is incomplete or malformed (HTTP {status}).',
        RUN_AGAIN
    ],
    answerTooLarge: [
        'service-failing',
        'The answer (HTTP {status}) is larger than {mebibytes} MiB and was not read.',
        'Check {base-url}, or ask the people who run the service.'
    ],
    // There is no answer, or no whole one. `peer` is what is connected to: the host, or the proxy.
    timedOut: ['service-failing', 'The service gave no complete answer within {seconds} s.', RUN_AGAIN],
    tunnelRefused: ['unreachable', 'The proxy does not connect to {host} (HTTP {status}).', CHECK_PROXY],
    interimAnswer: [
        'service-failing',
        '{host} sent an interim answer (100 Continue) that was not asked for.',
        RUN_AGAIN_OR_ASK
    ],
    connectionRefused: ['unreachable', 'Nothing listens at {peer}: the connection was refused.', CHECK_NETWORK],
    unknownHost: ['unreachable', 'The name of {peer} cannot be resolved.', CHECK_NETWORK],
    noRoute: ['unreachable', 'No route leads to {peer} from this network.', CHECK_NETWORK],
    connectTimedOut: ['service-failing', '{peer} accepts no connection in time.', CHECK_NETWORK],
    wrongLength: ['service-failing', 'The answer of the service is shorter or longer than it says.', RUN_AGAIN_OR_ASK],
    connectionEnded: ['unreachable', 'The connection to {host} ended before the answer was complete.', RUN_AGAIN_OR_ASK],
    certificateExpired: [
        'unreachable',
        'The certificate of {host} has expired.',
        'Ask the people who run the service to renew it. The token was not sent.'
    ],
    certificateOfAnother: [
        'unreachable',
        'The certificate that {host} shows is for another host.',
        'Check the host in {base-url}. The token was not sent.'
    ],
    certificateUntrusted: [
        'unreachable',
        '{Machine} does not trust the authority that signed the certificate of {host}.',
        'If it is your own authority, name the file of its certificate in `NODE_EXTRA_CA_CERTS` {environment}.'
    ],
    notSecure: ['unreachable', 'No secure connection to {host} is possible ({code}).', CHECK_HOST],
    notHttp: ['unreachable', 'What answers at {host} does not speak HTTP ({code}).', CHECK_HOST],
    noConnection: ['unreachable', 'The request to {host} failed ({code}).', CHECK_NETWORK],
    // The list cannot be read to its end, although its pages can be read.
    listUneven: [
        'service-failing',
        'The pages of the list differ in size, even if fewer rows are asked for, so entries between two pages may be missing.',
        ASK_FOR_LIST
    ],
    listTooLong: [
        'service-failing',
        'The list shows more than {most} entries, which is more than a run can hold.',
        ASK_FOR_LIST
    ],
    listTooSlow: ['service-failing', 'The list could not be read to its end within {minutes} minutes.', RUN_AGAIN],
    // The run ends.
    closed: ['cancelled', 'The connection to the service was closed.', 'Run {job} again.'],
    cancelled: ['cancelled', 'The run was cancelled.', 'Run it again.'],
    asksToWait: [
        'out-of-time',
        'The service asks to wait {time} before the next request (Retry-After); a run waits ten minutes at most.',
        'Run {job} again after that time: it then delivers what is pending.'
    ],
    waitedForLong: ['out-of-time', 'The service made the run wait for ten minutes. The last failure: {last}', RUN_LATER],
    noSuccess: ['out-of-time', 'No request succeeded for {minutes} min. The last failure: {last}', RUN_LATER]
};
/** A failure of one request. @param facts what its sentences name. */
function requestError(failure, facts, options) {
    return new RequestError(...sentencesOf(failure, facts), options);
}
/** Why the list cannot be read: a failure of the request for one of its pages. */
function listError(page, cause) {
    const message = `Page ${page} of the list cannot be read. ${cause.message}`;
    return new errors_ActionError(cause.kind, message, listHint(cause), { cause });
}
function listHint({ kind, hint }) {
    // Its own hint is about an entry.
    if (kind === 'entry-rejected')
        return ASK_FOR_LIST;
    return kind === 'forbidden' || kind === 'wrong-address' ? `${hint} ${WITHOUT_LIST}` : hint;
}
/** A failure that ends the run, or the reading of the list. @param facts what its sentences name. */
function endError(failure, facts = {}) {
    return new errors_ActionError(...sentencesOf(failure, facts));
}
function sentencesOf(failure, facts) {
    const fill = (text) => text.replace(/\{([\w-]+)\}/g, (_, name) => {
        if (isTerm(name))
            return wording_term(name);
        return failures_INPUTS.has(name) ? input(name) : String(facts[name]);
    });
    const [kind, message, hint] = FAILURES[failure];
    return [kind, fill(message), fill(hint)];
}

;// CONCATENATED MODULE: ./src/knowledge/connection.ts







/** Bytes that are read of an answer other than 2xx. */
const MAX_ERROR_BYTES = 16 * 1024;
/** Milliseconds for one attempt. Gateways give up after 30 to 60 s, so that a later answer seldom comes. */
const connection_TIMEOUT = 30_000;
/** Milliseconds; a firewall that drops packets is told apart from a service that is slow. */
const CONNECT_TIMEOUT = 10_000;
/** HTTP to the service: no redirects, no retries, every answer bounded in time and bytes. */
class Connection {
    /** The service with its port, and what is connected to: the service, or the proxy. */
    #names;
    #dispatcher;
    #token;
    #baseUrl;
    #timeout;
    constructor({ token, baseUrl, concurrency, timeout = connection_TIMEOUT }) {
        this.#token = token;
        this.#baseUrl = baseUrl;
        this.#timeout = timeout;
        const url = new URL(baseUrl);
        // The deadline of an attempt replaces undici's own, of which none ends a slow trickle.
        const settings = {
            connections: concurrency,
            headersTimeout: 0,
            bodyTimeout: 0,
            connect: { timeout: CONNECT_TIMEOUT }
        };
        const proxy = (0,lib_proxy/* getProxyUrl */.s)(url);
        this.#dispatcher =
            proxy === undefined
                ? new undici.Pool(url.origin, settings)
                : new undici.ProxyAgent({ ...settings, ...credentialsOf(proxy), uri: proxy.origin });
        this.#names = { host: url.host, peer: proxy === undefined ? url.host : `the proxy ${proxy.host}` };
    }
    /**
     * Sends one request.
     *
     * @param path below the base address, with a leading slash.
     * @param json the body.
     * @param limit bytes that are read of a 2xx answer.
     * @throws {RequestError} if there is no complete answer.
     */
    async post(path, json, limit) {
        const url = new URL(this.#baseUrl + path);
        // `AbortSignal.timeout` would stay in memory long after the request.
        const controller = new AbortController();
        const { promise: stopped, reject } = Promise.withResolvers();
        stopped.catch(() => undefined);
        const timer = setTimeout(() => {
            const error = new DOMException('The deadline has passed.', 'TimeoutError');
            controller.abort(error);
            reject(error);
        }, this.#timeout);
        try {
            const answer = this.#dispatcher.request({
                origin: url.origin,
                path: url.pathname,
                method: 'POST',
                headers: {
                    authorization: `Bearer ${this.#token.reveal()}`,
                    'content-type': 'application/json',
                    accept: 'application/json',
                    'accept-encoding': 'identity',
                    'user-agent': 'runbook-sync'
                },
                body: JSON.stringify(json),
                signal: controller.signal
            });
            // undici aborts no request that waits for the connection through a proxy.
            const { statusCode, headers, body } = await Promise.race([answer, stopped]);
            const header = (name) => {
                const value = headers[name];
                return (typeof value === 'string' ? value : value?.[0]) ?? '';
            };
            const isSuccess = statusCode >= 200 && statusCode < 300;
            const reading = readBody(body, isSuccess ? limit : MAX_ERROR_BYTES);
            // The status line of an error says enough, even if the body is damaged, or never ends after a 401.
            const none = Buffer.alloc(0);
            const whole = isSuccess ? reading : reading.catch(() => none);
            const bytes = await (statusCode === 401 ? Promise.race([whole, (0,promises_.setTimeout)(1000, none, { ref: false })]) : whole);
            const encoding = header('content-encoding');
            const content = bytes === undefined ? { kind: 'too-large', limit } : connection_decode(bytes, encoding, limit);
            return { url: url.href, status: statusCode, header, body: content };
        }
        catch (error) {
            throw networkError(error, this.#names, this.#timeout);
        }
        finally {
            clearTimeout(timer);
        }
    }
    /** Ends all requests; their promises reject. */
    async [Symbol.asyncDispose]() {
        await this.#dispatcher.destroy();
    }
}
/** Credentials of the URL are percent-encoded; `getProxyUrl` has decoded them. */
function credentialsOf({ username, password }) {
    if (username === '')
        return {};
    return { token: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}
/** What is wrong by the code of an error, and whether the next attempt may succeed. The first row that fits decides. */
const BY_CODE = [
    [/^ECONNREFUSED$/, 'connectionRefused', true],
    [/^(?:ENOTFOUND|EAI_AGAIN|EAI_NODATA)$/, 'unknownHost', true],
    [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'noRoute', true],
    [/^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'connectTimedOut', true],
    [/^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$/, 'wrongLength', true],
    [/^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE|ECONNABORTED)$/, 'connectionEnded', true],
    // The next attempt would meet the same certificate, or the same server.
    [/^CERT_HAS_EXPIRED$/, 'certificateExpired', false],
    [/^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH|UND_ERR_PRX_TLS)$/, 'certificateOfAnother', false],
    [/SELF_SIGNED_CERT|^UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/, 'certificateUntrusted', false],
    [/^(?:CERT_|CRL_|ERR_SSL_|ERR_TLS_|UNABLE_TO_|INVALID_(?:CA|PURPOSE)$|EPROTO$)/, 'notSecure', false],
    [/^HPE_|^UND_ERR_HEADERS_OVERFLOW$/, 'notHttp', false]
];
/**
 * Explains why a request got no complete answer.
 *
 * @param names of the service, and of what is connected to: the service, or a proxy.
 * @param timeout milliseconds.
 */
function networkError(cause, names, timeout) {
    if (cause instanceof DOMException && cause.name === 'TimeoutError') {
        return requestError('timedOut', { seconds: timeout / 1000 }, { retryable: true, cause });
    }
    // OpenSSL's messages end with a line break.
    const said = errors_messageOf(cause).replace(/\s+/g, ' ').trim();
    const [, tunnel] = /\((\d{3})\)(?: !== 200)? when HTTP Tunneling/.exec(said) ?? [];
    if (tunnel !== undefined) {
        const retryable = /^(?:5|408|429)/.test(tunnel);
        return requestError('tunnelRefused', { ...names, status: tunnel }, { retryable, cause });
    }
    if (said === 'bad response')
        return requestError('interimAnswer', names, { retryable: true, cause });
    // If a host has several addresses, Node reports one error with the code of the first.
    const given = field_field(cause, 'code');
    const code = typeof given === 'string' ? given : '';
    const [, failure, retryable] = BY_CODE.find(([codes]) => codes.test(code)) ?? ['', 'noConnection', true];
    return requestError(failure, { ...names, code: code === '' ? said.slice(0, 200) : code }, { retryable, cause });
}
/** Undefined for more than `limit` bytes. */
async function readBody(body, limit) {
    const chunks = [];
    let size = 0;
    for await (const chunk of body) {
        size += chunk.length;
        // Leaving the loop destroys the stream, and with it the connection.
        if (size > limit)
            return undefined;
        chunks.push(chunk);
    }
    return Buffer.concat(chunks);
}
/** Content encodings. Some services and proxies use one although the request asks for none. */
const DECODERS = new Map([
    ['', (bytes) => bytes],
    ['identity', (bytes) => bytes],
    ['gzip', external_node_zlib_.unzipSync],
    ['x-gzip', external_node_zlib_.unzipSync],
    ['deflate', external_node_zlib_.unzipSync],
    ['br', external_node_zlib_.brotliDecompressSync]
]);
function connection_decode(bytes, encoding, limit) {
    // Nothing conforms to every encoding.
    if (bytes.length === 0)
        return { kind: 'text', text: '' };
    try {
        const content = DECODERS.get(encoding.toLowerCase())?.(bytes, { maxOutputLength: limit });
        return content === undefined ? { kind: 'damaged', encoding } : { kind: 'text', text: content.toString() };
    }
    catch (error) {
        const isTooLarge = error.code === 'ERR_BUFFER_TOO_LARGE';
        return isTooLarge ? { kind: 'too-large', limit } : { kind: 'damaged', encoding };
    }
}

// EXTERNAL MODULE: ./node_modules/p-queue/dist/index.js + 4 modules
var p_queue_dist = __webpack_require__(9052);
;// CONCATENATED MODULE: ./src/knowledge/limiter.ts

/** Milliseconds of the first pause after a 429 without `Retry-After`; each further one is twice as long. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 30_000;
/**
 * Limits requests in flight. A 429 pauses all of them and halves their number, once for all requests of that moment;
 * each round of successes adds one.
 */
class RateLimiter {
    #queue;
    #most;
    #successes = 0;
    #throttles = 0;
    #lastThrottle = 0;
    #pausedUntil = 0;
    #timer;
    constructor(concurrency) {
        this.#queue = new p_queue_dist/* default */.Ay({ concurrency });
        this.#most = concurrency;
    }
    /** Runs a task when its turn comes. */
    async run(task) {
        return this.#queue.add(task);
    }
    succeeded() {
        this.#throttles = 0;
        if (this.#queue.concurrency === this.#most || ++this.#successes < this.#queue.concurrency)
            return;
        this.#successes = 0;
        this.#queue.concurrency++;
    }
    /**
     * @param started when the request began, by `performance.now()`.
     * @returns the milliseconds to pause if the service names none.
     */
    throttled(started) {
        if (started < this.#lastThrottle)
            return 0;
        this.#lastThrottle = performance.now();
        this.#successes = 0;
        this.#queue.concurrency = Math.max(1, Math.floor(this.#queue.concurrency / 2));
        return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#throttles++);
    }
    /**
     * Starts no task for `ms` milliseconds.
     *
     * @returns by how many this extends the present pause.
     */
    pause(ms) {
        const now = performance.now();
        const before = Math.max(now, this.#pausedUntil);
        if (now + ms <= before)
            return 0;
        this.#pausedUntil = now + ms;
        this.#queue.pause();
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => {
            this.#queue.start();
        }, ms);
        return this.#pausedUntil - before;
    }
    /** Ends a pause. */
    resume() {
        clearTimeout(this.#timer);
        this.#queue.start();
    }
}

;// CONCATENATED MODULE: ./src/knowledge/patience.ts


/** Milliseconds without a success after which a run ends: a service that restarts needs minutes. */
const LONGEST = 10 * 60_000;
/** The limit if nothing has succeeded yet, because a wrong address is more likely then: two attempts without an answer. */
const FIRST = 60_000;
/**
 * Knows when to stop: after too long a time in which requests of one kind had no success. Pauses that the
 * service asks for count apart from other time.
 */
class Patience {
    #hasSucceeded = false;
    /** Since when a request waits for a success, without pauses; undefined if none does. */
    #since;
    /** Milliseconds of pauses since then. */
    #paused = 0;
    /** An attempt begins. */
    start() {
        this.#since ??= performance.now();
    }
    succeeded() {
        this.#hasSucceeded = true;
        this.#since = undefined;
        this.#paused = 0;
    }
    /** Counts a pause apart from the time without a success. */
    pausedFor(milliseconds) {
        this.#paused += milliseconds;
        if (this.#since !== undefined)
            this.#since += milliseconds;
    }
    /** Why to stop after this failure; undefined while it is worth trying. */
    endAfter(failure) {
        const { message, retryAfter = 0 } = failure;
        if (retryAfter > LONGEST) {
            const days = Math.round(retryAfter / 86_400_000);
            const longTime = days < 1000 ? `${days} days` : 'more than 1,000 days';
            return endError('asksToWait', { time: days < 2 ? `${Math.round(retryAfter / 1000)} s` : longTime });
        }
        if (this.#paused > LONGEST)
            return endError('waitedForLong', { last: message });
        const most = this.#hasSucceeded ? LONGEST : FIRST;
        if (performance.now() - (this.#since ?? Infinity) <= most)
            return undefined;
        const end = endError('noSuccess', { minutes: String(Math.round(most / 60_000)), last: message });
        return failure.kind === 'unreachable' ? new errors_ActionError(end.kind, end.message, failure.hint) : end;
    }
}

;// CONCATENATED MODULE: ./src/knowledge/list.ts


/** Where lists commonly have their entries, at the top or inside `data` or `result`. */
const ARRAY_KEYS = ['items', 'entries', 'list', 'records', 'results', 'rows', 'knowledge', 'data', 'result'];
const TOTAL_KEYS = ['total', 'total_count', 'totalCount'];
const ID_KEYS = ['id', '_id', 'uuid', 'entry_id', 'knowledge_id'];
const DELETED_KEYS = ['deleted', 'is_deleted', 'archived', 'disabled'];
/** In UTF-16 units: a longer key is hashed, so that memory holds no names of megabytes. */
const LONGEST_KEY = 100;
/** Undefined for an answer that is no list. */
function parsePage(answer) {
    const holders = [answer, field_field(answer, 'data'), field_field(answer, 'result')];
    const valuesOf = (keys) => holders.flatMap((holder) => keys.map((key) => field_field(holder, key)));
    const total = valuesOf(TOTAL_KEYS).find((value) => typeof value === 'number' && value >= 0);
    const candidates = valuesOf(ARRAY_KEYS);
    const arrays = [answer, ...candidates].filter((value) => Array.isArray(value));
    const tables = arrays.map((array) => array.map(cellsOf));
    // A page may have nothing but drafts without a name.
    const rows = tables.find((table) => table.some((cells) => nameIn(cells) !== '')) ??
        tables.find((table) => table.some((cells) => idIn(cells) !== undefined));
    if (rows !== undefined)
        return { rows: list_entriesIn(rows), total };
    // Some services write an empty array as null, or leave it out.
    const isEmpty = arrays.length > 0 || candidates.includes(null) || total === 0;
    return isEmpty && arrays.every(({ length }) => length === 0) ? { rows: [], total } : undefined;
}
function cellsOf(row) {
    return typeof row === 'object' && row !== null ? row : {};
}
function list_entriesIn(rows) {
    const counts = new Map();
    return rows.map((cells) => {
        const { content } = cells;
        const shown = {
            name: nameIn(cells),
            content: typeof content === 'string' ? content : undefined,
            isDeleted: saysDeleted(cells)
        };
        const key = list_keyOf(shown, idIn(cells));
        // Without ids, equal rows of one page are entries of their own, and of two pages the same entries again.
        const nth = counts.get(key) ?? 0;
        counts.set(key, nth + 1);
        return { ...shown, key: `${key} ${nth}` };
    });
}
function list_keyOf({ name, content, isDeleted }, id) {
    const shown = id ?? `${isDeleted} ${content === undefined ? '' : `:${content}`}`;
    // The length tells where the name ends.
    const key = `${name.length} ${name}${shown}`;
    return key.length > LONGEST_KEY ? (0,external_node_crypto_.hash)('sha256', key, 'base64') : key;
}
function saysDeleted(cells) {
    return (DELETED_KEYS.some((key) => cells[key] === true || cells[key] === 1) ||
        /^(?:deleted|archived)$/i.test(list_textOf(cells['status'])) ||
        isTime(list_textOf(cells['deleted_at'])));
}
/** False for what stands for no time: some services write 0, or a date in the year 0, 1 or 1970. */
function isTime(text) {
    if (/^-?[\d.]*$/.test(text))
        return Number(text) > 0;
    const [year] = /\d{4}/.exec(text) ?? [];
    return Number(year) > 1970;
}
function idIn(cells) {
    const key = ID_KEYS.find((key) => list_textOf(cells[key]) !== '');
    return key && list_textOf(cells[key]);
}
function nameIn({ name }) {
    return typeof name === 'string' ? name : '';
}
/** A text or number as text; empty for anything else. */
function list_textOf(value) {
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

;// CONCATENATED MODULE: ./src/knowledge/snippet.ts

const snippet_MAX_LENGTH = 200;
/** Characters of an answer in which a title is looked for. */
const MAX_INPUT = 4000;
/**
 * What the service said, fit for a message: the text of a JSON error (RFC 9457 or the usual fields), the title of an HTML
 * page, else the body; on one line, without the token and invisible characters, 200 characters at most. Empty if it says
 * nothing.
 *
 * @param mayHoldTexts whether the body may be a list of entries, whose texts must not be printed.
 */
function snippetOf(body, token, mayHoldTexts = false) {
    // Redacted before anything is cut.
    const said = messageIn(body) ?? textIn(token.redact(body), mayHoldTexts);
    const line = token
        .redact(said)
        .replace(/\s+/g, ' ')
        .replace(/[\p{Cc}\p{Cf}]/gu, '')
        .toWellFormed()
        .trim();
    return line.length > snippet_MAX_LENGTH ? `${line.slice(0, snippet_MAX_LENGTH).toWellFormed()}…` : line;
}
function isHtml(body) {
    return /^\uFEFF?\s*<(?:!doctype|!--|[a-z][a-z0-9-]*[\s/>])/i.test(body.slice(0, 1000));
}
/** Where JSON errors commonly have their message, in the order of preference. */
const MESSAGES = 'error.message error detail message msg error_description errors errors.message errors.0 errors.0.message title';
function messageIn(body) {
    let value;
    try {
        value = JSON.parse(body);
    }
    catch {
        return undefined;
    }
    const texts = [value, ...MESSAGES.split(' ').map((path) => field_field(value, ...path.split('.')))];
    return texts.find((text) => typeof text === 'string' && text.trim() !== '');
}
/** What a body says that is no JSON error. */
function textIn(body, mayHoldTexts) {
    const beginning = body.slice(0, MAX_INPUT);
    if (isHtml(body))
        return /<title[^>]{0,200}>([^<]{1,500})/i.exec(beginning)?.[1] ?? '';
    return mayHoldTexts || /^[\s{}[\]"]*$/.test(beginning) ? '' : body;
}

;// CONCATENATED MODULE: ./src/knowledge/response.ts




/**
 * Checks that an answer says that the request succeeded: it is 2xx, and its whole body is understood: empty, or without a
 * sign of an error.
 *
 * @throws {RequestError}
 */
function readSuccess(response, token) {
    requireNoError(readJson(response, token), response, token);
}
/**
 * Reads a page of the list.
 *
 * @throws {RequestError}
 */
function readPage(response, token) {
    const value = readJson(response, token);
    // An error may look like an empty list.
    requireNoError(value, response, token);
    const page = parsePage(value);
    if (page === undefined)
        throw requestError('notAList', { url: response.url, said: quote(response, token) });
    return page;
}
/** Undefined for an empty body. */
function readJson(response, token) {
    const { status, url, body } = response;
    if (status < 200 || status >= 300)
        throw statusError(response, token);
    if (body.kind === 'too-large') {
        throw requestError('answerTooLarge', { status, mebibytes: body.limit / 1024 / 1024 }, { tooLarge: true });
    }
    if (body.kind === 'damaged') {
        const encoding = snippetOf(body.encoding, token);
        throw requestError('damaged', { status, encoding }, { retryable: true });
    }
    if (isHtmlAnswer(response))
        throw requestError('html', { url, status, said: quote(response, token) });
    if (body.text.trim() === '')
        return undefined;
    let value;
    try {
        value = JSON.parse(body.text.replace(/^\uFEFF/, ''));
    }
    catch {
        if (/^\s*[[{"]/.test(body.text))
            throw requestError('brokenJson', { status }, { retryable: true });
        throw requestError('notJson', { url, status, said: quote(response, token) });
    }
    if (has401(value))
        throw tokenRejectedError(quote(response, token));
    return value;
}
function requireNoError(value, response, token) {
    const isProblem = /\bproblem\+json\b/i.test(response.header('content-type'));
    const sign = isProblem ? 'content-type' : signOfError(value);
    if (sign === undefined)
        return;
    throw requestError('reportsError', { status: response.status, sign, said: quote(response, token) });
}
const CODES = ['code', 'errcode', 'errorCode', 'error_code', 'statusCode'];
/** The field of an answer that says that the request failed; undefined without one. */
function signOfError(value) {
    if (value === false)
        return 'false';
    const top = entriesOf(value).find(([name, found]) => saysError(name, found));
    if (top !== undefined)
        return top[0];
    for (const holder of ['data', 'result']) {
        const inner = entriesOf(field_field(value, holder)).find(([name, found]) => /^(?:errors?|success|ok)$/.test(name) && saysError(name, found));
        if (inner !== undefined)
            return `${holder}.${inner[0]}`;
    }
    return undefined;
}
function saysError(name, found) {
    const text = response_textOf(found);
    switch (name) {
        case 'success':
        case 'ok':
            return found === 0 || /^false$/i.test(text);
        case 'error':
        case 'errors':
            return isFilled(found);
        case 'status':
            return Number(text) >= 400 || /^(?:error|fail(?:ed|ure)?|rejected|denied|invalid)$/i.test(text);
        default:
            return CODES.includes(name) && !/^(?:|0+|2\d\d|ok|success)$/i.test(text);
    }
}
function has401(value) {
    const holders = [
        value,
        ...['data', 'result', 'error', 'errors'].map((name) => field_field(value, name)),
        field_field(value, 'errors', '0')
    ];
    return holders.some((holder) => [...CODES, 'status'].some((name) => /^401\b/.test(response_textOf(field_field(holder, name)))));
}
function entriesOf(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}
/** 409 and 423 are conflicts with another writer; 425 asks for the same request again; proxies answer 520 to 529. */
const RETRYABLE = [408, 409, 423, 425, 429, 500, 502, 503, 504];
function statusError(response, token) {
    const { status, url } = response;
    const said = quote(response, token);
    if (status < 400) {
        // The query of such an address often holds a ticket.
        const target = snippetOf(token.redact(response.header('location')).replace(/[?#].*/s, ''), token);
        const where = target === '' ? 'without an address' : `to “${target}”`;
        return requestError('redirected', { url, status, where });
    }
    if (status === 401)
        return tokenRejectedError(said);
    const retryable = RETRYABLE.includes(status) || (status >= 520 && status <= 529);
    const retryAfter = retryable ? retryAfterOf(response) : undefined;
    const options = { status, retryable, retryAfter, tooLarge: status === 413 };
    return requestError(failureOf(response), { url, status, said }, options);
}
/** Which failure an answer of 4xx or 5xx is, but 401. */
function failureOf(response) {
    const { status } = response;
    if (status === 403)
        return isHtmlAnswer(response) ? 'html' : 'forbidden';
    if ([404, 405, 410, 501].includes(status))
        return 'noSuchApi';
    if (status === 407)
        return 'proxyNeedsLogin';
    if (status === 413)
        return 'tooLarge';
    if (status === 429)
        return 'rateLimited';
    return status >= 500 || RETRYABLE.includes(status) ? 'failing' : 'rejected';
}
/** Says what to do by the reason that the service gives: only an active or expired token can be rotated. */
function tokenRejectedError(said) {
    if (/\bexpired?\b/i.test(said))
        return requestError('tokenExpired', { said });
    const isRevoked = /\b(?:revoked|replaced|rotated|deleted)\b/i.test(said);
    return requestError(isRevoked ? 'tokenRevoked' : 'tokenRejected', { said });
}
/** A text, number or boolean as text; empty for anything else. */
function response_textOf(value) {
    return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}
function isFilled(value) {
    if (typeof value === 'object' && value !== null)
        return Object.keys(value).length > 0;
    return typeof value === 'string' ? value.trim() !== '' : Boolean(value);
}
function isHtmlAnswer({ body, header }) {
    if (body.kind !== 'text' || body.text.trim() === '')
        return false;
    return isHtml(body.text) || /\bx?html\b/i.test(header('content-type'));
}
/** `: “what the service says”.`, or a full stop. */
function quote({ status, body }, token) {
    const said = body.kind === 'text' ? snippetOf(body.text, token, status < 300).replace(/[.\s]+$/, '') : '';
    return said === '' ? '.' : `: “${said}”.`;
}
/**
 * `Retry-After` in milliseconds: seconds or an HTTP date (RFC 9110, 10.2.3). A date counts from the answer's own `Date`,
 * because clocks differ; a past one is 0. Undefined for anything else.
 */
function retryAfterOf({ header }) {
    const value = header('retry-after').trim();
    if (/^\d+(?:\.\d+)?$/.test(value))
        return Number(value) * 1000;
    const until = httpDate(value);
    if (Number.isNaN(until))
        return undefined;
    const now = httpDate(header('date'));
    return Math.max(0, until - (Number.isNaN(now) ? Date.now() : now));
}
/** `Date.parse` accepts nearly everything. */
function httpDate(text) {
    return /^[A-Z][a-z]{2,8}, \d\d[ -][A-Z][a-z]{2}[ -]\d{2,4} [\d:]{8} GMT$/.test(text) ? Date.parse(text) : NaN;
}

;// CONCATENATED MODULE: ./src/knowledge/client.ts







const MAX_UPSERT_ANSWER = 4 * 1024 * 1024;
/** A page of tiny values takes twenty times as much memory as it has bytes. */
const MAX_LIST_PAGE = 8 * 1024 * 1024;
/** Further attempts, with waits of 7.5 seconds at most in all: enough for a service that is restarted. */
const RETRIES = 4;
/** Milliseconds: the longest wait before the first retry; each further one is twice as long. */
const FIRST_BACKOFF = 500;
/** A service may ask for more than the 24 days that a timer takes; a run that is asked to wait this long ends anyway. */
const client_LONGEST_PAUSE = 60 * 60_000;
/**
 * The knowledge base of the token. Requests wait for their turn, are retried, and end together when one failure concerns
 * all of them.
 */
class KnowledgeClient {
    /** Requests in flight at most. */
    concurrency;
    /** Gets a message about what a long run is doing. */
    onProgress;
    #connection;
    #options;
    #limiter;
    /** Apart, because a service may list entries and accept none. */
    #upserts = new Patience();
    #lists = new Patience();
    #stop = new AbortController();
    constructor(options) {
        this.concurrency = options.concurrency;
        this.onProgress = options.onProgress;
        this.#connection = new Connection(options);
        this.#limiter = new RateLimiter(options.concurrency);
        this.#options = options;
        if (options.signal.aborted)
            this.#cancel();
        else
            options.signal.addEventListener('abort', this.#cancel, { once: true });
    }
    /** Why no request is sent any more; undefined while the client works. */
    get ended() {
        return this.#stop.signal.reason;
    }
    /**
     * Creates or updates an entry.
     *
     * @returns the number of attempts.
     * @throws {RequestError} for this entry; `ended` if the run has ended.
     */
    async upsert(entry) {
        const { attempts } = await this.#call({
            path: UPSERT_PATH,
            json: entry,
            limit: MAX_UPSERT_ANSWER,
            read: (answer) => {
                readSuccess(answer, this.#options.token);
            },
            patience: this.#upserts
        });
        return attempts;
    }
    /**
     * One page of the list.
     *
     * @param page from 1.
     * @param size rows that are asked for.
     * @param signal says that the page is of no use any more; if it is not requested yet, its reason is thrown.
     * @throws {RequestError} if it cannot be read; `ended` if the run has ended.
     */
    async listPage(page, size, signal) {
        const call = {
            path: LIST_PATH,
            json: { page_num: page, page_size: size },
            limit: MAX_LIST_PAGE,
            read: (answer) => readPage(answer, this.#options.token),
            patience: this.#lists
        };
        const { value } = await this.#call(call, signal);
        return value;
    }
    async [Symbol.asyncDispose]() {
        this.#options.signal.removeEventListener('abort', this.#cancel);
        this.end(endError('closed'));
        await this.#connection[Symbol.asyncDispose]();
    }
    /** Waits. @throws `ended` if the run ends meanwhile. */
    async pause(milliseconds) {
        await (0,promises_.setTimeout)(Math.max(0, milliseconds), undefined, { signal: this.#stop.signal }).catch(() => undefined);
        if (this.ended !== undefined)
            throw this.ended;
    }
    /** Sends nothing any more; requests in flight go on. */
    end(error) {
        this.#stop.abort(error);
        this.#limiter.resume();
    }
    /** Repeats what fails and may succeed later. A rate limit uses up no retry: the limiter paces these, and time bounds them. */
    async #call(call, signal) {
        let retries = 0;
        for (let attempts = 1;; attempts++) {
            try {
                return { value: await this.#limiter.run(() => this.#attempt(call, signal)), attempts };
            }
            catch (error) {
                if (!(error instanceof RequestError) || error === this.ended)
                    throw error;
                error.attempts = attempts;
                const isRateLimit = error.kind === 'rate-limited';
                if (!error.retryable || (!isRateLimit && retries === RETRIES))
                    throw error;
                // With full jitter, so that requests that failed together do not come back together. See
                // https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
                if (!isRateLimit)
                    await this.pause(Math.random() * FIRST_BACKOFF * 2 ** retries++);
            }
        }
    }
    async #attempt(call, signal) {
        this.#stop.signal.throwIfAborted();
        // The queue could do this, but its listeners would keep each page in memory until the next full garbage collection.
        signal?.throwIfAborted();
        const { patience } = call;
        const started = performance.now();
        patience.start();
        try {
            const value = await this.#post(call);
            patience.succeeded();
            this.#limiter.succeeded();
            return value;
        }
        catch (error) {
            // A pause would hold back those that wait to see that the run has ended.
            if (this.ended === undefined && error instanceof RequestError) {
                patience.pausedFor(this.#slowDown(error, started));
                const end = patience.endAfter(error);
                if (end !== undefined)
                    this.end(end);
            }
            throw error;
        }
    }
    async #post({ path, json, limit, read }) {
        const started = performance.now();
        let status = 'no answer';
        try {
            const response = await this.#connection.post(path, json, limit);
            status = String(response.status);
            return read(response);
        }
        catch (error) {
            if (error instanceof RequestError && error.kind === 'token-rejected') {
                this.end(error);
                void this.#connection[Symbol.asyncDispose]();
            }
            throw error;
        }
        finally {
            this.#options.trace(`POST ${path}: ${status} after ${Math.round(performance.now() - started)} ms`);
        }
    }
    /** Pauses all requests after a rate limit, or if the service asks for it; returns the milliseconds. */
    #slowDown(failure, started) {
        const own = failure.kind === 'rate-limited' ? this.#limiter.throttled(started) : 0;
        // Also beside `Retry-After`, which may be 0 or a time that is past.
        const pause = Math.min(client_LONGEST_PAUSE, Math.max(own, failure.retryAfter ?? 0));
        if (pause > 0)
            this.onProgress?.(`waiting ${Math.ceil(pause / 1000)} s, as the service asks: ${failure.message}`);
        return this.#limiter.pause(pause);
    }
    #cancel = () => {
        this.end(endError('cancelled'));
    };
}

// EXTERNAL MODULE: ./node_modules/diff/libesm/patch/create.js + 1 modules
var create = __webpack_require__(5725);
// EXTERNAL MODULE: ./node_modules/@lezer/markdown/dist/index.js + 2 modules
var markdown_dist = __webpack_require__(4044);
;// CONCATENATED MODULE: ./src/runbook/parser.ts


/** A text that could take seconds to parse. */
class TooComplexError extends Error {
}
/** In characters. The nodes of a longer table may need a GiB of memory. */
const parser_MAX_LENGTH = 1024 * 1024;
/** A hostile text with so many steps takes about a second. Of 3,500 public documents, none has ten million. */
const MAX_STEPS = 100_000_000;
/** The steps that a block takes. */
const BLOCK = 500;
/** One of the same documents has 19 levels. A list counts twice: as a list and as its item. */
const MAX_DEPTH = 50;
/** The pattern for tables takes quadratic time for blanks at the start of a line. */
const LONG_INDENTATION = /^(?:[^\S\n]|>){300}/m;
/** A footnote contains blocks, as an item of a list does. */
const FOOTNOTES = {
    defineNodes: [{ name: 'Footnote', block: true, composite: (_, line) => continuesFootnote(line) }],
    parseBlock: [
        {
            name: 'Footnote',
            before: 'LinkReference',
            endLeaf: (_, line) => footnoteText(line) !== -1,
            parse(cx, line) {
                const text = footnoteText(line);
                if (text === -1)
                    return false;
                cx.startComposite('Footnote', line.pos);
                line.moveBase(text);
                return null;
            }
        }
    ]
};
/** Where the text of a footnote starts in its first line; -1 in another line. */
function footnoteText({ text, pos, indent, baseIndent }) {
    const [label] = /^\[\^[^\s[\]]+\]:[ \t]*/.exec(text.slice(pos)) ?? [];
    return label === undefined || indent >= baseIndent + 4 ? -1 : pos + label.length;
}
function continuesFootnote(line) {
    const isBlank = line.pos === line.text.length;
    if (!isBlank && line.indent < line.baseIndent + 4)
        return false;
    line.moveBaseColumn(line.baseIndent + 4);
    return true;
}
const MARKDOWN = markdown_dist/* parser */.K3.configure([markdown_dist/* Table */.XI, markdown_dist/* Strikethrough */.Gk, FOOTNOTES]);
const BLOCKS = MARKDOWN.configure({ parseInline: [{ name: 'Nothing', before: 'Escape', parse: ({ end }) => end }] });
/**
 * Parses Markdown with tables, footnotes and strikethrough, as GitHub does. A link without a destination may be text: `[a](b c)`.
 *
 * @param text with LF as its line endings.
 * @returns the tree, and the labels of all definitions of links.
 * @throws {TooComplexError} by counts, so that all machines read a text in the same way.
 */
function syntaxTree(text) {
    if (text.length > parser_MAX_LENGTH || LONG_INDENTATION.test(text))
        throw new TooComplexError();
    let steps = 0;
    const count = (more) => {
        steps += more;
        if (steps > MAX_STEPS)
            throw new TooComplexError();
    };
    const parse = (parser) => {
        // Each `>` of a block quote becomes a node.
        count(BLOCK * (text.split('>').length - 1));
        return parser.configure({ parseBlock: [blockCounter(count)], parseInline: [markCounter(count)] }).parse(text);
    };
    const labels = new Set();
    if (text.includes(']:')) {
        parse(BLOCKS).iterate({
            enter(cursor) {
                if (cursor.name === 'LinkReference')
                    labels.add(labelOf(cursor.node, text));
            }
        });
    }
    return { tree: parse(MARKDOWN.configure({ parseInline: [undefinedReferences(labels)] })), labels };
}
/** Counts blocks. In quotations and definitions, the parser also reads the lines above each line again. */
function blockCounter(count) {
    return {
        name: 'Counter',
        before: 'Footnote',
        parse({ depth }) {
            if (depth > MAX_DEPTH)
                throw new TooComplexError();
            count(BLOCK);
            return false;
        },
        leaf(_, block) {
            const isDefinition = block.content.startsWith('[');
            if (isDefinition)
                count(BLOCK);
            const nextLine = (_, { markers }) => {
                if (isDefinition || markers.length > 0)
                    count(3 * block.content.length);
                return false;
            };
            return { nextLine, finish: () => false };
        }
    };
}
/** Counts marks: for each, the parser may read the whole paragraph. Skips other characters, which saves half of the time. */
function markCounter(count) {
    const marks = /[\\`*_~<&[\]!]/g;
    return {
        name: 'Counter',
        before: 'Escape',
        parse({ text, offset }, _, position) {
            marks.lastIndex = position - offset;
            const next = offset + (marks.exec(text)?.index ?? text.length);
            if (next > position)
                return next;
            count(text.length);
            return -1;
        }
    };
}
/** Leaves `[a]` as text if nothing defines it. The parser takes it for a link, so that the brackets around it would be none. */
function undefinedReferences(labels) {
    return {
        name: 'UndefinedReference',
        after: 'Image',
        parse(cx, character, position) {
            if (character !== 0x5d /* ] */)
                return -1;
            const link = cx.findOpeningDelimiter(markdown_dist/* InlineContext */.lN.linkStart) ?? -1;
            const image = cx.findOpeningDelimiter(markdown_dist/* InlineContext */.lN.imageStart) ?? -1;
            const rest = cx.slice(position + 1, cx.end);
            if (image >= link || rest.startsWith('('))
                return -1;
            const [, label = ''] = /^\[((?:\\.|[^\\[\]]){0,999})\]/s.exec(rest) ?? [];
            const text = cx.slice(cx.getDelimiterAt(link)?.to ?? position, position);
            if (labels.has(normalizeLabel(label.trim() === '' ? text : label)))
                return -1;
            for (const element of cx.takeContent(link))
                cx.addElement(element);
            return position + 1;
        }
    };
}
/** The normalized label of a definition, a link or an image. */
function labelOf(node, text) {
    const label = node.getChild('LinkLabel');
    const written = label === null ? '' : text.slice(label.from + 1, label.to - 1);
    if (written.trim() !== '')
        return normalizeLabel(written);
    const [opening, closing] = node.getChildren('LinkMark');
    return normalizeLabel(text.slice(opening?.to, closing?.from));
}
/** Ignores case, and the `>` of a block quote. */
function normalizeLabel(label) {
    return collapse(label.replace(/\n[ \t>]*/g, ' '))
        .toLowerCase()
        .toUpperCase();
}

;// CONCATENATED MODULE: ./src/runbook/markdown.ts



/** @throws {RangeError} if the text overflows the stack of this machine. */
function parseMarkdown(source) {
    // The parser knows LF alone. Offsets stay.
    const text = source.replaceAll('\r\n', ' \n').replaceAll('\r', '\n');
    try {
        const { tree, labels } = syntaxTree(text);
        return { destinations: destinationsIn(tree, text), title: titleIn(tree, text, labels), isTooComplex: false };
    }
    catch (error) {
        if (error instanceof TooComplexError)
            return { destinations: [], title: undefined, isTooComplex: true };
        throw error;
    }
}
const LINKS = new Set(['Link', 'Image', 'LinkReference']);
/** A block that begins with a comment may end with tags. */
const HTML = /^(?:HTML|Comment|ProcessingInstruction)/;
function destinationsIn(tree, text) {
    const found = [];
    const imageLabels = new Set();
    tree.iterate({
        enter: () => true,
        // The destination of a link is below the images in its text.
        leave(cursor) {
            const { name, from, to } = cursor;
            if (HTML.test(name)) {
                for (const html of htmlDestinations(text.slice(from, to))) {
                    found.push({ ...html, from: from + html.from, to: from + html.to });
                }
            }
            if (!LINKS.has(name))
                return;
            const { node } = cursor;
            const url = node.getChild('URL');
            if (url !== null) {
                const brackets = text[url.from] === '<' ? 1 : 0;
                found.push({
                    from: url.from + brackets,
                    to: url.to - brackets,
                    image: name === 'Image',
                    syntax: 'markdown',
                    ...(name === 'LinkReference' && { definition: labelOf(node, text) })
                });
            }
            else if (name === 'Image')
                imageLabels.add(labelOf(node, text));
        }
    });
    return found.map(({ definition, ...destination }) => definition !== undefined && imageLabels.has(definition) ? { ...destination, image: true } : destination);
}
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
                found.push({ ...value, image: name === 'img', syntax: 'html' });
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
function titleIn(tree, text, labels) {
    for (let node = tree.topNode.firstChild; node !== null; node = node.nextSibling) {
        if (node.name !== 'ATXHeading1' && node.name !== 'SetextHeading1')
            continue;
        const title = plainText(node.toTree(), text.slice(node.from, node.to), labels);
        if (title !== '')
            return title;
    }
    return undefined;
}
/** `# Title {#id}` of Docusaurus and MkDocs. */
const HEADING_ID = /\{[ \t]*#[^\s{}]+[ \t]*\}(?=[ \t#]*(?:\n[ \t=]*)?$)/;
const nothing = () => '';
/** What readers see of a node in a heading in place of its source. */
const SHOWN = {
    Escape: (source) => source.slice(1),
    Entity: (source) => (0,decode/* decodeHTMLStrict */.hl)(source),
    Autolink: (source) => source.slice(1, -1),
    HardBreak: () => ' ',
    HeaderMark: nothing,
    EmphasisMark: nothing,
    StrikethroughMark: nothing,
    CodeMark: nothing,
    HTMLTag: nothing,
    Comment: nothing,
    ProcessingInstruction: nothing
};
/** The text of a heading on one line, as readers see it: without markup and HTML, images as their alternative text. */
function plainText(heading, source, labels) {
    const id = source.search(HEADING_ID);
    const end = id === -1 ? source.length : id;
    let text = '';
    let at = 0;
    heading.iterate({
        to: end,
        enter({ name, from, to, node: { parent } }) {
            const shown = SHOWN[name];
            if (shown !== undefined) {
                text += source.slice(at, from) + shown(source.slice(from, to));
                at = to;
            }
            else if (name === 'LinkMark' && parent !== null) {
                // With its destination, a link has four marks. Readers see no more than its text.
                if (parent.getChildren(name).length === 2 && !labels.has(labelOf(parent, source)))
                    return true;
                text += source.slice(at, from);
                at = from === parent.from ? to : parent.to;
            }
            return shown === undefined;
        }
    });
    return collapse(text + source.slice(at, end));
}

;// CONCATENATED MODULE: ./src/runbook/name.ts




/** A longer name is a paragraph that became a heading by mistake. */
const name_MAX_LENGTH = 1000;
/** True if a file stands for its folder. */
function isIndex(path) {
    return /^(?:readme|_?index)$/i.test(external_node_path_.posix.parse(path).name);
}
/**
 * Fills in a checked template. Refuses an empty name and control characters. Without a title, a README or index file has
 * the name of its folder, and another file has its own name. Calls `titleInText` only if the template uses the title.
 */
function nameOf({ nameTemplate, repository }, path, titleInText) {
    const { dir, name: stem } = external_node_path_.posix.parse(path);
    const fallback = isIndex(path) ? external_node_path_.posix.basename(dir === '' ? repository : dir) : stem;
    // A long title in a repeated variable could exceed the memory. A space at the cut would be trimmed.
    const title = nameTemplate.includes('{title}') ? collapse(titleInText() ?? fallback).slice(0, name_MAX_LENGTH + 2) : '';
    const values = { title, path, dir, stem, repository };
    const name = collapse(nameTemplate.replace(/\{(\w+)\}/g, (_, variable) => values[variable]));
    if (name.length > name_MAX_LENGTH)
        return refusedName(`is longer than ${name_MAX_LENGTH} characters`);
    if (/\p{Cc}|\p{Cs}/u.test(name))
        return refusedName('contains a control character');
    if (/^[\p{Cf}\p{Z}]*$/u.test(name))
        return refusedName('is empty');
    return name;
}
function refusedName(problem) {
    return refused(`The name ${problem}.`, `Add a \`title\` to the front matter, or change ${input('entry-name')}.`);
}
/** In characters. Most texts have their first H1 in this range. */
const MAX_HEAD = 4096;
/** The first line that can be an H1, or the underline of one. */
const H1_LINE = /(?:^|[\r\n]) {0,3}(?:#(?:[ \t][^\r\n]*)?|=+[ \t]*)(?=[\r\n]|$)/;
/**
 * The plain text of the first H1. Parses no more than necessary, because each run needs the titles of all runbooks.
 *
 * @param parseAll parses the whole text.
 */
function findTitle(markdown, parseAll) {
    const line = H1_LINE.exec(markdown);
    if (line === null)
        return undefined;
    const head = markdown.slice(0, line.index + line[0].length);
    // Most runbooks begin with an H1 without markup.
    const plain = collapse(/^\s*#([^\\`*_~<&[{#=]+)$/.exec(head)?.[1] ?? '');
    if (plain !== '')
        return plain;
    const title = head.length > MAX_HEAD ? undefined : parseMarkdown(head).title;
    // The definition of a reference may be anywhere.
    const isReference = head.includes('[') && markdown.includes(']:');
    return title === undefined || isReference ? (parseAll().title ?? title) : title;
}

;// CONCATENATED MODULE: ./src/runbook/runbook.ts







const TOO_COMPLEX = 'The Markdown is too long or too deeply nested to parse. Its links stay as they are, and only `# …` on its first line is ' +
    'its title. Split the file.';
/** Reads one file as a runbook. */
function readRunbook({ path, id }, content, options) {
    const text = text_decode(content);
    if (typeof text !== 'string')
        return text;
    // A file on the disk has the id that Git would give it.
    const blob = id === '' && content.kind === 'bytes' ? blobIdOf(content.bytes) : id;
    return orRefused(() => readText({ path, blob }, text, options));
}
/** The entry of a text, but for its version; undefined if it has none. */
function convertText(path, text, options) {
    const result = orRefused(() => readText({ path, blob: '' }, text, options));
    const converted = result.kind === 'runbook' ? result.convert() : result;
    return 'kind' in converted ? undefined : converted;
}
/** Another machine may have a larger stack, and would send other links. */
function orRefused(run) {
    try {
        return run();
    }
    catch (error) {
        if (!(error instanceof RangeError))
            throw error;
        return refused('The Markdown is nested too deeply for the memory of this machine.', 'Split the file.');
    }
}
function readText({ path, blob }, text, options) {
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
    const file = { blob, name, path };
    const version = versionOf(file, options);
    const keepsFrontMatter = options.frontMatter === 'keep';
    const convert = () => {
        const firstLine = text.slice(0, end).split('\n').length;
        const { destinations } = options.links === 'keep' || !mayHaveRelativeLinks(markdown) ? { destinations: [] } : parseOnce();
        const converted = makeLinksAbsolute(markdown, destinations, path, options, firstLine);
        const above = keepsFrontMatter ? text.slice(0, end) : listOf(keys, frontMatter.valueOf, markdown);
        const below = converted?.content ?? markdown;
        const isTooComplex = converted === undefined || document?.isTooComplex === true;
        const content = sealedEntry({ name, path, version }, keepsFrontMatter ? { above, below } : { above: '', below: above + below }, options);
        return {
            name,
            content,
            text: source_line_textOf(content),
            above,
            below,
            targets: converted?.targets ?? [],
            warnings: [
                ...(isTooComplex ? [TOO_COMPLEX] : []),
                ...keys.filter((key) => frontMatter.valueOf(key) === undefined).map((key) => `\`${key}\` ${NESTED}`)
            ]
        };
    };
    return {
        kind: 'runbook',
        name,
        version,
        earlierVersions: earlierVersionsOf(file, options),
        alerts: (frontMatter.valueOf('alerts') ?? '').split(',').flatMap((alert) => alert.trim() || []),
        keys,
        convert: () => orRefused(convert)
    };
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

;// CONCATENATED MODULE: ./src/sync/places.ts


/** Repositories of which GitHub is asked whether they have become this one. */
const MAX_QUESTIONS = 5;
/** Tells source lines of this repository and branch from those of others. */
class Places {
    #base;
    #root;
    /** This repository under former names. */
    #former;
    constructor(base, former = []) {
        this.#base = base;
        this.#root = blobRoot(base);
        this.#former = former;
    }
    /** True also if a line names no repository, because a list may have cut the line or removed its links. */
    isOfRepository({ root }) {
        if (root === '' || root === this.#root)
            return true;
        const place = placeOf({ root });
        return place !== undefined && [this.#base, ...this.#former].some((own) => isSamePlace(own, place));
    }
    isOfBranch(line) {
        if (line.path === '' || !this.isOfRepository(line))
            return false;
        if (line.root === '' || line.root === this.#root)
            return true;
        return placeOf(line)?.ref === this.#base.ref;
    }
}
/**
 * Looks for entries that were sent from this repository under a former name. The name comes from a text that people can edit,
 * so a few are asked about, and only on this server.
 *
 * @param known places that a person has named, perhaps on another server.
 * @param leadsHere asks GitHub whether a name leads to this repository today.
 */
async function findPlaces(base, rows, known, leadsHere) {
    const own = new Places(base, known);
    const others = new Map();
    for (const { line } of rows) {
        const place = line === undefined || own.isOfRepository(line) ? undefined : placeOf(line);
        if (place === undefined || !isSamePlace({ ...place, repository: base.repository }, base))
            continue;
        others.set(place.repository.toLowerCase(), place);
    }
    const former = [...known];
    for (const place of [...others.values()].slice(0, MAX_QUESTIONS)) {
        if (await leadsHere(place.repository))
            former.push(place);
    }
    return new Places(base, former);
}

;// CONCATENATED MODULE: ./src/sync/runbooks.ts








/** Files that are asked for at a time: Git answers one after the other, and each write wakes it. */
const READERS = 64;
/** Files that a message names beside its own. */
const runbooks_MAX_OTHERS = 3;
/** Fetches all files at once that a partial clone lacks. @returns whether there were any. */
async function fetchMissing(source, files) {
    return source.prefetch(new Set(files.map(({ id }) => id)));
}
/**
 * Finds the runbooks among all selected files, not only the changed ones: the service keeps one entry for each name, so that
 * the second of two runbooks with one name would silently replace the first.
 *
 * @param known runbooks by path; their files are not read.
 */
async function readRunbooks(source, files, options, known = new Map()) {
    await fetchMissing(source, files.filter(({ path }) => !known.has(path)));
    const keys = new Set();
    const readOne = async (file) => {
        const result = await runbooks_readFile(source, file, options);
        if (result.kind !== 'runbook')
            return decisionOf(file.path, result);
        for (const key of result.keys)
            keys.add(key);
        // Not the result itself: it keeps the text in memory.
        const { name, version, earlierVersions, alerts } = result;
        return { path: file.path, id: file.id, name, version, earlierVersions, alerts };
    };
    const results = await mapFiles(files, (file) => known.get(file.path) ?? readOne(file));
    const others = results.flatMap((result) => ('kind' in result ? [result] : []));
    const read = results.flatMap((result) => ('kind' in result ? [] : [result]));
    const groups = [...Map.groupBy(read, ({ name }) => foldName(name)).values()];
    const nameless = others.filter(({ kind, name }) => kind === 'refused' && name === undefined);
    return {
        named: groups.filter(({ length }) => length === 1).flat(),
        duplicates: groups.filter(({ length }) => length > 1),
        others,
        nameAt: new Map([
            ...read.map(({ path, name }) => [path, name]),
            ...others.map(({ path }) => [path, undefined])
        ]),
        nameless: new Set(nameless.map(({ path }) => path)),
        keys
    };
}
/**
 * The runbooks whose entries say that they are what these files would become, so that the files need not be read. The name is
 * that of the entry, which a service may write in another way: nothing is sent under it.
 */
function runbooksShown(entries, files, options) {
    const places = new Places(options);
    const fileAt = new Map(files.map((file) => [file.path, file]));
    const found = new Map();
    const ambiguous = new Set();
    for (const { name, state, line } of entries.rows) {
        // A service may have changed the address, so that the line leads elsewhere.
        const file = state === 'ours' && line !== undefined && places.isOfBranch(line) ? fileAt.get(line.path) : undefined;
        // A file on a disk has no id before it is read.
        if (file === undefined || file.id === '')
            continue;
        const { path, id } = file;
        const version = versionOf({ blob: id, name, path }, options);
        if (version !== line?.version)
            continue;
        if (found.has(path) || entries.rowsLike(name).length > 1)
            ambiguous.add(path);
        found.set(path, { path, id, name, version, earlierVersions: [], alerts: [] });
    }
    for (const path of ambiguous)
        found.delete(path);
    return found;
}
/** Reads one file as a runbook. */
async function runbooks_readFile(source, file, options) {
    return readRunbook(file, await source.read(file, MAX_BYTES), options);
}
/** Many at a time, unless the result is known. @returns the results in the order of the files. */
async function mapFiles(files, read) {
    const results = new Array(files.length);
    const next = files.entries();
    const work = async () => {
        for (const [at, file] of next)
            results[at] = await read(file);
    };
    await Promise.all(Array.from({ length: READERS }, work));
    return results;
}
/** Why a file cannot be an entry. */
function refusedDecision(path, { reason, hint, line }) {
    return { about: 'runbook', path, kind: 'refused', cause: 'text', reason, hint, line };
}
function decisionOf(path, result) {
    if (result.kind === 'refused')
        return refusedDecision(path, result);
    const { name, reason, hint } = result;
    return { about: 'runbook', path, name, kind: 'skipped', reason, hint };
}
/**
 * Why a file is refused whose name others have. The message of each of 20,000 duplicates must not grow with their number.
 *
 * @param group all files of the name, those that the change brings in first.
 * @param causes those of the group that the push, or the pull request, brings in.
 */
function duplicateDecision({ path, name }, group, causes) {
    const near = group
        .slice(0, runbooks_MAX_OTHERS + 1)
        .filter((other) => other.path !== path)
        .slice(0, runbooks_MAX_OTHERS);
    const others = group.length - 1;
    const more = others - near.length;
    const shown = near.map((other) => other.path).join(', ') + (more > 0 ? ` and ${wording_format(more)} more` : '');
    const isSame = near.every((other) => other.name === name);
    const spelling = isSame ? '' : ' (they differ only in case, blanks or Unicode form)';
    const exclusion = exclusionOf(path);
    const leaveOut = exclusion === undefined
        ? ''
        : `, or leave this one out by the line \`${exclusion}\` at the end of ${input('files')}`;
    const isCause = causes.has(path) || causes.size === 0;
    return {
        about: 'runbook',
        path,
        name,
        kind: 'refused',
        cause: 'duplicate',
        reason: `${shown} ${others === 1 ? 'has' : 'have'} the same name “${name}”${spelling}, so one entry would overwrite the other${others === 1 ? '' : 's'}.`,
        hint: isCause
            ? `Give it a \`title\` of its own in the front matter${leaveOut}.`
            : `Give ${[...causes].slice(0, runbooks_MAX_OTHERS).join(', ')} a \`title\` of its own in the front matter.`
    };
}
/**
 * Warns about paths that the patterns select and that are not read, and about patterns that are probably wrong.
 *
 * @throws {ActionError} of kind `input` if nothing is selected: no run may be green while runbooks do not arrive.
 */
async function requireSelection(source, head, { files, skipped, total }, patterns, journal) {
    for (const { path, reason } of skipped)
        journal.notice({ level: 'warning', path, message: `Skipped: ${reason}.` });
    if (files.length === 0) {
        const shown = listed(patterns.lines.map((pattern) => wording_quoted(pattern, 80)));
        throw errors_inputError('files', `matches no file: ${shown}. ${count(total, 'file')} looked at.`, joined([
            await whereMarkdownIs(source, head),
            'Correct the pattern, or add a runbook: a pattern begins at the repository’s root, upper and lower case differ, `*` ' +
                'stays inside a folder, and `**` does not.'
        ]));
    }
    for (const line of patterns.unused) {
        const message = `The pattern ${wording_quoted(line, 80)} of ${input('files')} has no effect: no file matches, or a later line decides. Correct or remove it.`;
        journal.notice({ level: 'warning', message });
    }
}
/** Where most of the Markdown is, for a message; empty if none is in a folder. */
async function whereMarkdownIs(source, head) {
    const { files } = await source.list(head, (path) => path.includes('/') && isMarkdown(path));
    const folders = Map.groupBy(files, ({ path }) => path.slice(0, path.indexOf('/')));
    const [most] = [...folders].sort(([, a], [, b]) => b.length - a.length);
    if (most === undefined)
        return '';
    const [folder, { length }] = most;
    return `${input('files', `'${folder}/**'`)} selects ${count(length, 'Markdown file')}.`;
}
/** A warning for a file that is left out although nobody asked for that. */
function warningsOf({ others }) {
    return others.flatMap(({ kind, path, reason, hint }) => kind === 'skipped' && hint !== undefined
        ? [{ level: 'warning', path, message: `Skipped: ${reason}. ${hint}` }]
        : []);
}

;// CONCATENATED MODULE: ./src/sync/conversions.ts



/** Characters of entries that memory holds; what is more is converted again before it is sent. */
const MAX_CHARACTERS = 48 * 1024 * 1024;
/** Links of one run that are checked, so that memory is bounded. */
const MAX_LINKS = 20_000;
/** Converts runbooks into entries, and keeps what their authors have to know. */
class Conversions {
    #source;
    #options;
    /** Texts of entries by path. */
    #contents = new Map();
    #links = new Map();
    #warnings = new Map();
    #characters = 0;
    constructor(source, options) {
        this.#source = source;
        this.#options = options;
    }
    /** @throws {ActionError} of kind `files` if the file is not what was read before, as on a disk. */
    async convert(runbook) {
        const { path } = runbook;
        const result = await runbooks_readFile(this.#source, runbook, this.#options);
        if (result.kind === 'refused')
            return result;
        if (result.kind === 'skipped' || result.version !== runbook.version)
            throw changedError(path);
        const converted = result.convert();
        if ('kind' in converted)
            return converted;
        this.#note(path, converted);
        return converted;
    }
    /** The text of an entry that is to be sent. */
    async contentOf(runbook) {
        const known = this.#contents.get(runbook.path);
        if (known !== undefined)
            return known;
        const converted = await this.convert(runbook);
        if ('kind' in converted)
            throw new errors_ActionError('files', converted.reason, converted.hint);
        return converted.content;
    }
    /**
     * What the authors of the converted runbooks have to know.
     *
     * @param head the commit whose files links may lead to.
     * @param concerns whether the run is about a path.
     */
    async problems(head, concerns) {
        const all = [...this.#links.values()].flat();
        const links = all.filter(({ path, target }) => concerns(path) || concerns(target)).slice(0, MAX_LINKS);
        const missing = await this.#source.missing(head, new Set(links.map(({ target }) => target)));
        const warnings = [...this.#warnings].flatMap(([path, messages]) => concerns(path) ? messages.map((message) => ({ level: 'warning', path, message })) : []);
        const dead = links
            .filter(({ target }) => missing.has(target))
            .map(({ path, line, target }) => {
            const message = `The link target ${target} does not exist. Correct the link, or add the file.`;
            return { level: 'warning', path, line, message };
        });
        return [...warnings, ...dead];
    }
    #note(path, converted) {
        const { content, targets, warnings } = converted;
        if (this.#characters + content.length <= MAX_CHARACTERS && !this.#contents.has(path)) {
            this.#characters += content.length;
            this.#contents.set(path, content);
        }
        if (targets.length > 0) {
            this.#links.set(path, targets.map(({ path: target, line }) => ({ path, line, target })));
        }
        if (warnings.length > 0)
            this.#warnings.set(path, warnings);
    }
}
function changedError(path) {
    const message = `${path} changed while ${wording_term('job')} ran.`;
    return new errors_ActionError('files', message, `Run ${wording_term('job')} again when nothing writes it.`);
}

;// CONCATENATED MODULE: ./src/sync/entries.ts



/** What one text says of itself. Nothing is inferred from other entries. */
function entries_rowOf(name, content = '') {
    const line = readSource(content);
    return { name, state: stateOf(name, content, line), line, content };
}
function stateOf(name, content, line) {
    if (content === '')
        return 'hidden';
    if (content.trim() === '')
        return 'empty';
    if (line === undefined)
        return 'by hand';
    // A list that shows one line of each text is not empty: its seals are of that line.
    if (sealOf(name, content) === line.seal)
        return 'ours';
    return source_line_textOf(content) === '' ? 'empty' : 'edited';
}
/** The mark of a row, as text. No two texts that were sent have the same one. */
function markOf({ version, seal }) {
    return `${version}.${seal}`;
}
/** Tells the texts apart that one entry has had. The mark of a text that nobody has changed says it. */
function fingerprintOf({ state, line, content }) {
    return state === 'ours' && line !== undefined ? markOf(line) : (0,external_node_crypto_.hash)('sha1', content, 'base64url');
}
/** In place of the fingerprint of a deleted entry. */
const DELETED = 'deleted';
/** What the list has shown, by name. What one reading showed, a later one does not take back. */
class Entries {
    /** True if a name is missing, although every reading named more entries than it showed. */
    mayLack = false;
    #exact = new Map();
    /** All rows, and the same by the folded form of their names, as soon as one asks; undefined when a row was added since. */
    #rows;
    #folded;
    /** The fingerprints of the rows by their key: an entry whose text changes while the list is read has several. */
    #fingerprints = new Map();
    #needsText;
    /** Folded names whose texts are held; undefined as long as they are not known. */
    #names;
    #characters = 0;
    #size = 0;
    constructor(needsText) {
        this.#needsText = needsText;
    }
    /** Number of entries, deleted ones left out. */
    get size() {
        return this.#size;
    }
    /** Characters of all texts that are held. */
    get characters() {
        return this.#characters;
    }
    /** By name, in the order in which the names were shown. The same array as long as no row is added; none is ever removed. */
    get rows() {
        return this.#heldRows;
    }
    /** The rows of exactly this name; if there are none, of a name that a service may take for the same. */
    rowsOf(name) {
        return this.#exact.get(name) ?? this.rowsLike(name);
    }
    /** The rows whose names a service may take for this one. */
    rowsLike(name) {
        this.#folded ??= Map.groupBy(this.rows, (row) => foldName(row.name));
        return this.#folded.get(foldName(name)) ?? [];
    }
    /** True if no row has exactly this name, even if one has a name that a service may take for it. */
    lacks(name) {
        return !this.#exact.has(name);
    }
    /** Drops the texts under all other names, and holds none of those that come later. */
    limitTextsTo(names) {
        this.#names = new Set(Array.from(names, foldName));
        for (const row of this.#heldRows) {
            if (row.content === '' || this.#holdsTextOf(row.name))
                continue;
            this.#characters -= row.content.length;
            row.content = '';
        }
    }
    /** @returns how many of the rows are new. */
    add(listed, page) {
        let added = 0;
        for (const { key, name, content = '', isDeleted } of listed) {
            const row = entries_rowOf(name, content);
            const fingerprint = isDeleted ? DELETED : fingerprintOf(row);
            const before = this.#fingerprints.get(key);
            if (before?.split(' ').includes(fingerprint) === true)
                continue;
            this.#fingerprints.set(key, before === undefined ? fingerprint : `${before} ${fingerprint}`);
            added++;
            if (name === '' || isDeleted)
                continue;
            if (before === undefined || before === DELETED)
                this.#size++;
            const isNeeded = this.#needsText(row) && this.#holdsTextOf(name);
            // Each field by its name: a copy of an object takes more memory, and a list has thousands of rows.
            const held = { name, state: row.state, line: row.line, content: isNeeded ? content : '', page };
            this.#characters += held.content.length;
            const known = this.#exact.get(name);
            if (known === undefined)
                this.#exact.set(name, [held]);
            else
                known.push(held);
            this.#rows = undefined;
            this.#folded = undefined;
        }
        return added;
    }
    get #heldRows() {
        return (this.#rows ??= [...this.#exact.values()].flat());
    }
    #holdsTextOf(name) {
        return this.#names?.has(foldName(name)) ?? true;
    }
}

;// CONCATENATED MODULE: ./src/sync/scope.ts
const scope_EVERYTHING = { isEverything: true, files: new Map() };
/**
 * What a change is about; everything if it is not known.
 *
 * @param differences finds what has changed.
 * @param selects tells the runbooks.
 * @param hasInputs tells the files that say which files are runbooks, and how they become entries.
 */
async function scope_scopeOfChange(differences, selects, hasInputs) {
    const changed = await differences((path) => hasInputs(path) || selects(path));
    if (changed === undefined)
        return scope_EVERYTHING;
    const files = new Map([...changed].filter(([path]) => selects(path)));
    return { isEverything: [...changed.keys()].some(hasInputs), files };
}
function isInScope(scope, path) {
    return scope.isEverything || scope.files.has(path);
}
/** How a push or a pull request changed a file; undefined also if that is not known. */
function changeOf(scope, path) {
    return scope.files.get(path);
}

;// CONCATENATED MODULE: ./src/sync/decide.ts






/** What becomes of each runbook, and of each entry that has none. */
function decide(runbooks, entries, facts) {
    const decisions = [
        ...decideUnsendable(runbooks, facts.scope),
        ...runbooks.named.map((runbook) => decideRunbook(runbook, entries.rowsOf(runbook.name), facts))
    ];
    // What is refused may be what replaces an orphan; until it is delivered, the orphan is all that there is.
    const retires = facts.removed === 'retire' && !decisions.some(({ kind }) => kind === 'refused');
    return [...decisions, ...decideOrphans(runbooks, entries, facts, retires)];
}
/** What becomes of each runbook if the list is not read: everything is sent, and `isWaiting` marks what the run is not about. */
function decideWithoutList(runbooks, scope) {
    const sends = runbooks.named.map(({ path, name }) => {
        return { about: 'runbook', path, name, kind: 'send', reason: '', isWaiting: !isInScope(scope, path) };
    });
    return [...decideUnsendable(runbooks, scope), ...sends];
}
/** Files that have no entry, or whose name other files have. */
function decideUnsendable({ others, duplicates }, scope) {
    const shared = duplicates.flatMap((group) => {
        const causes = new Set(group.filter(({ path }) => changeOf(scope, path) !== undefined).map(({ path }) => path));
        // What brings in the name that another file has is red for both.
        const isWaiting = !scope.isEverything && causes.size === 0;
        // The file that came last is the one to rename.
        const ordered = group.toSorted((a, b) => Number(causes.has(b.path)) - Number(causes.has(a.path)));
        return group.map((runbook) => ({ ...duplicateDecision(runbook, ordered, causes), isWaiting }));
    });
    return [...others.map((decision) => ({ ...decision, isWaiting: !isInScope(scope, decision.path) })), ...shared];
}
/** All rows under names of runbooks, also of those that share one. */
function rowsOfRunbooks({ named, duplicates }, entries) {
    // Thousands of files may share one name.
    const names = new Set([...named, ...duplicates.flat()].map(({ name }) => name));
    return new Set([...names].flatMap((name) => entries.rowsOf(name)));
}
/** If several rows have one name, the first kind in this order decides. */
const ORDER = ['conflict', 'send', 'kept', 'unchanged'];
function decideRunbook(runbook, rows, facts) {
    const { path, name } = runbook;
    const about = { about: 'runbook', path, name };
    if (rows.length === 0)
        return { ...about, kind: 'send', reason: 'A new entry.' };
    const meanings = rows.map((row) => meaningOf(row, runbook, facts));
    const { kind, reason, hint } = strongest(meanings);
    const texts = rows.flatMap((row) => foreignText(row, facts) ?? []);
    const replaces = facts.onConflict === 'replace' || facts.replace.has(path);
    switch (kind) {
        case 'unchanged':
            return { ...about, kind, reason };
        case 'send':
            return { ...about, kind, reason, texts };
        case 'kept':
            if (replaces)
                return { ...about, kind: 'send', reason: 'Replaces an edit.', texts };
            return { ...about, kind, reason, hint, texts };
        case 'conflict':
            if (replaces)
                return { ...about, kind: 'send', reason: 'Replaces a text of the assistant.', texts };
            return {
                ...about,
                kind: 'refused',
                cause: 'conflict',
                reason,
                hint,
                texts,
                isWaiting: !isInScope(facts.scope, path)
            };
    }
}
function strongest(meanings) {
    // A stale copy beside the current text, or beside an edit of it, would be sent in every run.
    const isCurrent = meanings.some(({ kind }) => kind === 'unchanged' || kind === 'kept');
    const counting = isCurrent ? meanings.filter(({ kind }) => kind !== 'send') : meanings;
    const rank = ({ kind }) => ORDER.indexOf(kind);
    return counting.reduce((first, next) => (rank(next) < rank(first) ? next : first));
}
const UPDATE = { kind: 'send', reason: 'Updates its entry.' };
/** The first line that fits decides. docs/decisions.md has this table. */
function meaningOf(row, runbook, facts) {
    const { name, state, line } = row;
    const evidence = facts.evidence.get(row);
    if (line !== undefined && isElsewhere(line, facts))
        return elsewhere(name, line, runbook, facts);
    if (state === 'ours' && line?.version === runbook.version) {
        const markSent = facts.marksSent.get(foldName(runbook.name));
        if (markSent === markOf(line))
            return { kind: 'unchanged', reason: '' };
        // The list may still show the state before an earlier run, or before what this run has sent for an earlier commit.
        if (changeOf(facts.scope, runbook.path) !== undefined)
            return { kind: 'send', reason: 'The push changed it.' };
        if (markSent !== undefined)
            return { kind: 'send', reason: 'The branch went back to this text.' };
        return { kind: 'unchanged', reason: '' };
    }
    // Under the seal of another text, that text would pass for ours.
    if (evidence === 'as sent')
        return { kind: 'send', reason: 'Renews its seal.' };
    if (state === 'ours' || state === 'empty' || state === 'hidden')
        return UPDATE;
    if (line !== undefined && [runbook.version, ...runbook.earlierVersions].includes(line.version)) {
        return {
            kind: 'kept',
            reason: `Somebody edited the entry “${name}” in the assistant; the edit stays.`,
            hint: `Bring the edit into the file with \`runbook-sync pull\`, or discard it: ${wording_term('replace')}.`
        };
    }
    if (evidence === 'same text')
        return { kind: 'send', reason: 'The runbook has the text of the assistant now.' };
    if (evidence === 'merged')
        return { kind: 'send', reason: 'The runbook contains the edit now.' };
    const how = state === 'edited' ? 'Somebody edited' : 'Somebody wrote';
    return {
        kind: 'conflict',
        reason: `${how} the entry “${name}” in the assistant.`,
        hint: 'To keep the text, bring it into the file with `runbook-sync pull`. ' +
            `To discard it, or when you have merged it by hand, ${wording_term('replace')}.`
    };
}
/** True if a line leads to another repository, or to a file that `files` leaves to another step. */
function isElsewhere(line, facts) {
    return !facts.isOfRepository(line) || isUnselected(line, facts);
}
/** True if a line leads to a file of this branch that cannot be read: its entry is no orphan, because nobody knows its name. */
function isUnread(line, { nameless }, { isOfBranch }) {
    return isOfBranch(line) && nameless.has(line.path);
}
/** True if a line leads to a file of this branch that `files` does not select. */
function isUnselected(line, { isOfBranch, unselected }) {
    return isOfBranch(line) && unselected.has(line.path);
}
function elsewhere(name, line, { path }, { isOfRepository }) {
    const address = isOfRepository(line) ? '' : decide_addressOf(line);
    const adoption = address === ''
        ? ''
        : `If this repository was there before, \`runbook-sync sync --from ${address}\` adopts its entries.`;
    // After a move to another repository, all runbooks have one reason.
    const from = address !== '' && line.path === path ? address : joined([line.root, line.path], '/');
    const advice = `${adoption === '' ? 'Two' : 'Otherwise, two'} runbooks have the same name. Rename this one: give it a \`title\`, or set ` +
        `${input('entry-name')}. You can also deliver both from one place. To replace the entry, ${wording_term('replace')}.`;
    return {
        kind: 'conflict',
        reason: `The entry “${name}” comes from ${from}.`,
        hint: joined([adoption, advice])
    };
}
/** What no shell takes for more than an address: people paste it, and the line is a text that others can write. */
const PLAIN_ADDRESS = /^https?:\/\/[\w.-]+(?::\d+)?(?:\/[\w.-]+)+$/;
/** The repository that a line names, which may be this one before it was moved; empty if there is none. */
function decide_addressOf(line) {
    const { serverUrl = '', repository = '' } = placeOf(line) ?? {};
    const address = `${serverUrl}/${repository}`;
    return PLAIN_ADDRESS.test(address) ? address : '';
}
/** A text that would be lost if the runbook were sent. */
function foreignText(row, facts) {
    const { state, content, line } = row;
    const evidence = facts.evidence.get(row);
    if (content === '' || state === 'hidden' || state === 'empty')
        return undefined;
    if (line !== undefined && isElsewhere(line, facts))
        return { origin: 'elsewhere', content };
    if (state === 'ours' || evidence === 'as sent' || evidence === 'same text')
        return undefined;
    return { origin: state, content };
}
/**
 * Entries that say themselves that they come from a file of this branch, which has no such runbook any more.
 *
 * @param retires whether those that nobody has edited become notes.
 */
function decideOrphans(runbooks, entries, facts, retires) {
    const claimed = rowsOfRunbooks(runbooks, entries);
    const byName = new Map();
    for (const row of entries.rows) {
        const { name, line } = row;
        if (byName.has(foldName(name)) || claimed.has(row) || line?.kind !== 'version' || !isOrphan(line, runbooks, facts))
            continue;
        const orphan = orphanDecision(name, line.path, runbooks.nameAt, facts.scope);
        // A service may take all of these for the entry of the note.
        const rows = entries.rowsLike(name);
        // A copy beside it: only people can remove that.
        const isNoted = rows.some((each) => each.line?.kind === 'retired');
        const isWritten = rows.some(({ state }) => state !== 'ours');
        const untouched = retires && !isNoted ? retired(orphan, runbooks) : orphan;
        byName.set(foldName(name), isWritten ? stays(orphan) : untouched);
    }
    return [...byName.values()];
}
function isOrphan(line, runbooks, facts) {
    const { nameAt } = runbooks;
    if (!facts.isOfBranch(line) || isUnread(line, runbooks, facts))
        return false;
    return nameAt.has(line.path) || facts.selects(line.path);
}
function stays(orphan) {
    const hint = 'Copy what you need of it, then delete the entry in the assistant.';
    return { ...orphan, reason: `${orphan.reason} Somebody edited the entry, so it stays.`, hint };
}
/** A file that is still there under another name may be that of another step, with another template of names. */
function retired(orphan, { nameAt }) {
    const isGone = nameAt.get(orphan.path) === undefined;
    return isGone ? { ...orphan, kind: 'retire', hint: undefined } : orphan;
}
/** An entry that no runbook has any more. */
function orphanDecision(name, path, nameAt, scope) {
    const pathNow = nameAt.has(path) ? path : changeOf(scope, path)?.renamedTo;
    const nameNow = nameAt.get(pathNow ?? '');
    const now = pathNow === undefined || nameNow === undefined ? undefined : { path: pathNow, name: nameNow };
    return {
        about: 'entry',
        path,
        name,
        kind: 'orphaned',
        now,
        reason: `Its runbook ${howItWent(nameAt.has(path), now)}.`,
        hint: 'Delete its entry in the assistant.',
        isWaiting: !isInScope(scope, path)
    };
}
/** In words that follow "Its runbook". */
function howItWent(isHere, now) {
    if (now === undefined)
        return isHere ? 'is left out now (draft, `runbook: false` or without text)' : 'was removed';
    return isHere ? `is called “${now.name ?? ''}” now` : `was moved to ${now.path}, with the name “${now.name ?? ''}”`;
}

// EXTERNAL MODULE: ./node_modules/diff/libesm/diff/array.js
var array = __webpack_require__(1318);
;// CONCATENATED MODULE: ./src/runbook/edit.ts






/** An edit with more changed lines is not pulled, because the time grows with the square of their number. */
const MAX_EDIT_LENGTH = 2000;
/**
 * True if a text contains by now what an edit changed in the text before it, so that merging both changes nothing.
 *
 * @param texts all of them as `textOf` gives them.
 */
async function containsEdit(merge, texts) {
    const merged = await merge(texts.now, texts.before, texts.edit);
    return merged !== undefined && normalForm(merged) === texts.now;
}
/**
 * True if the text of an entry is a file that a person copied by hand, with its links as they are there, with or without its
 * front matter.
 *
 * @param text of the entry, as `textOf` gives it.
 */
function isCopyOfFile(path, file, text, options) {
    return ['strip', 'keep'].some((frontMatter) => {
        const { above, below } = convertText(path, file, { ...options, frontMatter, links: 'keep' }) ?? {};
        return above !== undefined && normalForm(`${above}${below}`) === text;
    });
}
/**
 * Changes a file as if the person who edited its entry had edited the file: the front matter and all lines that the edit
 * leaves alone stay as they are, and links of this repository become relative again.
 *
 * @param edit what `textOf` makes of the edited entry.
 * @returns undefined if the file would not become an entry of this name with the text of the edit.
 */
function applyEdit(path, file, edit, options) {
    const before = convertText(path, file, options);
    const result = before && editFile(path, file, before, edit, options);
    const after = result === undefined ? undefined : convertText(path, result, options);
    return after !== undefined && after.name === before?.name && after.text === edit ? result : undefined;
}
/** Undefined if both texts differ too much. */
function editFile(path, file, { above, below }, edit, options) {
    const fileLines = edit_linesOf(file);
    const bodyAt = fileLines.length - edit_linesOf(below).length;
    const shown = withRelativeLinks(path, fileLines.slice(bodyAt).join(''), edit, options).split('\n');
    // The entry has the lines of the file from here on. A list from the front matter above them stands in no file.
    const textAt = options.frontMatter === 'keep' ? 0 : bodyAt;
    const own = entryLines(above + below, fileLines.length);
    const first = own.find(({ at }) => at >= bodyAt);
    const last = own.at(-1);
    const aligned = align(own, textLines(edit.split('\n')));
    if (aligned === undefined || first === undefined || last === undefined)
        return undefined;
    const lastAbove = own[own.indexOf(first) - 1];
    const blanksAbove = fileLines.slice(Math.max(textAt, (lastAbove?.at ?? -1) + 1), first.at);
    const lines = fileLines.slice(0, textAt);
    for (const [nth, { line, own: same, replaced }] of aligned.entries()) {
        if (same !== undefined && same.at < textAt)
            continue;
        const isTop = lastAbove === undefined ? nth === 0 : aligned[nth - 1]?.own === lastAbove;
        const { at, gap } = same ?? replaced ?? { at: 0, gap: 0 };
        const blanks = fileLines.slice(Math.max(textAt, at - gap), at);
        if (isTop)
            lines.push(...blanksAbove);
        else if (line.gap > 0)
            lines.push(...(blanks.length > 0 ? blanks : ['']));
        lines.push((same === undefined ? shown[line.at] : fileLines[same.at]) ?? '');
    }
    return joinLines(lines, fileLines.slice(last.at + 1), file);
}
/** The lines of an entry from its first text to its last, numbered as those of the file, which end with them. */
function entryLines(entry, fileLength) {
    const lines = edit_linesOf(composed(entry));
    const shift = fileLength - lines.length;
    const all = textLines(lines).map((line) => ({ ...line, at: line.at + shift }));
    // A text in normal form is trimmed, also of other white space than blanks.
    const isText = ({ text }) => text.trim() !== '';
    return all.slice(all.findIndex(isText), all.findLastIndex(isText) + 1);
}
/** With line ends as the file has them, also at its end. */
function joinLines(lines, rest, file) {
    const lineEnd = /^[^\n]*\r\n/.test(file) ? '\r\n' : '\n';
    const text = lines.map((line) => (LINE_END.test(line) ? line : line + lineEnd)).join('');
    return rest.length > 0 || LINE_END.test(file) ? text + rest.join('') : text.replace(LINE_END, '');
}
const LINE_END = /\r\n$|[\r\n]$/;
/** The lines, each with what ends it. A file may mix all kinds of line ends. */
function edit_linesOf(text) {
    return text.split(/(?<=\n)|(?<=\r)(?!\n)/);
}
/** Tells which lines of an entry an edit has left alone; undefined if there are too few. */
function align(own, edited) {
    const [start, end] = [edited[0], edited.at(-1)];
    const parts = (0,array/* diffArrays */.E)(own, edited, {
        maxEditLength: MAX_EDIT_LENGTH,
        // Normal form also trims the start of the first line and the end of the last one.
        comparator(a, b) {
            const left = b === start ? a.text.trimStart() : a.text;
            return (b === end ? left.trimEnd() : left) === b.text;
        }
    });
    if (parts === undefined)
        return undefined;
    const aligned = [];
    let [ownAt, editedAt] = [0, 0];
    let removed = [];
    for (const { added, removed: isRemoved, count } of parts) {
        if (isRemoved) {
            removed = own.slice(ownAt, (ownAt += count));
            continue;
        }
        const same = added ? [] : own.slice(ownAt, (ownAt += count));
        for (const [nth, line] of edited.slice(editedAt, (editedAt += count)).entries()) {
            aligned.push({ line, own: same[nth], replaced: added ? removed[nth] : undefined });
        }
        removed = [];
    }
    return aligned;
}
function textLines(lines) {
    const found = [];
    let gap = 0;
    for (const [at, line] of lines.entries()) {
        const text = line.replace(/(?<![ \t\r\n])[ \t\r\n]+$/, '');
        if (text !== '')
            found.push({ at, text, gap });
        gap = text === '' ? gap + 1 : 0;
    }
    return found;
}
/** @param body of the file, which spells some links already. */
function withRelativeLinks(path, body, edit, options) {
    if (options.links === 'keep')
        return edit;
    const frontMatter = options.frontMatter === 'keep' ? readFrontMatter(edit) : { end: 0 };
    const end = 'end' in frontMatter ? frontMatter.end : 0;
    const markdown = edit.slice(end);
    try {
        const [own, edited] = [parseMarkdown(body), parseMarkdown(markdown)];
        const relative = makeLinksRelative(markdown, edited.destinations, path, options, { markdown: body, ...own });
        return edit.slice(0, end) + relative;
    }
    catch (error) {
        // Nested too deeply for the memory of this machine.
        if (error instanceof RangeError)
            return edit;
        throw error;
    }
}

;// CONCATENATED MODULE: ./src/sync/evidence.ts





/** Edits that are merged to see whether they are in their files by now: each merge starts a Git process. The others are conflicts. */
const MAX_MERGES = 200;
/** What Git says of texts under the names of runbooks that are not as they were sent. */
async function findEvidence(runbooks, entries, place) {
    const { source, conversions, options } = place;
    const found = new Map();
    const candidates = [];
    for (const runbook of runbooks) {
        for (const row of entries.rowsOf(runbook.name)) {
            if (row.state !== 'edited' && row.state !== 'by hand')
                continue;
            const converted = await conversions.convert(runbook);
            if ('kind' in converted)
                continue;
            const same = sameText(row, runbook, converted, options) ?? ((await isCopy(row, runbook, place)) ? 'same text' : undefined);
            if (same !== undefined) {
                found.set(row, same);
                continue;
            }
            const path = pathOfEdit(row, runbook, place);
            if (row.line !== undefined && path !== undefined) {
                candidates.push({ row, line: row.line, path, name: runbook.name, now: source_line_textOf(converted.content) });
            }
        }
    }
    if (source.history === undefined)
        return found;
    for (const row of await mergedRows(candidates.slice(0, MAX_MERGES), source.history, place))
        found.set(row, 'merged');
    return found;
}
/** The file that an edited text came from. A runbook may have been moved since. The edit of a copy of another runbook is never pulled. */
function pathOfEdit({ line }, { path, version }, { isRunbook }) {
    if (line === undefined || line.version === version)
        return undefined;
    if (line.path === '' || line.path === path)
        return path;
    return isRunbook(line.path) ? undefined : line.path;
}
/** What follows if a row shows what would be sent now, but for its seal, or the text of the runbook. */
function sameText({ content, line }, runbook, { content: own }, options) {
    if (source_line_textOf(content) !== source_line_textOf(own))
        return undefined;
    if (line === undefined)
        return 'same text';
    // A person may have written into the line.
    if (!content.includes(sourceLine(runbook.path, line, options)))
        return undefined;
    return line.version === runbook.version ? 'as sent' : 'same text';
}
/** True if a person has copied the file. `pull` leaves such an entry alone, so it must not be a conflict. */
async function isCopy({ state, content }, runbook, { source, options }) {
    if (state !== 'by hand')
        return false;
    const file = text_decode(await source.read(runbook, MAX_BYTES));
    return typeof file === 'string' && isCopyOfFile(runbook.path, file, source_line_textOf(content), options);
}
/** The rows whose edit is in the runbook by now. */
async function mergedRows(candidates, history, place) {
    if (candidates.length === 0)
        return [];
    const blobs = await history.blobsOf(place.head, candidates.map(({ path }) => path));
    const merged = [];
    for (const { row, line, path, name, now } of candidates) {
        const before = await textOfVersion(line, { path, name }, blobs.get(path) ?? [], place);
        const merge = async (...texts) => history.merge(...texts);
        if (before === undefined)
            continue;
        if (await containsEdit(merge, { now, before, edit: source_line_textOf(row.content) }))
            merged.push(row);
    }
    return merged;
}
/**
 * The text that an entry had when it was sent; undefined if Git does not have it. No conversion is needed to find it.
 *
 * @param ids of the contents that the file had.
 */
async function textOfVersion(line, { path, name }, ids, { source, options }) {
    await source.prefetch(ids);
    for (const id of ids) {
        // The repository may have had another name then.
        const result = await runbooks_readFile(source, { path, id }, { ...options, ...placeOf(line) });
        // A copy of a runbook that had another name is no earlier text of this one.
        if (result.kind !== 'runbook' || foldName(result.name) !== foldName(name))
            continue;
        if (![result.version, ...result.earlierVersions].includes(line.version))
            continue;
        const converted = result.convert();
        return 'kind' in converted ? undefined : source_line_textOf(converted.content);
    }
    return undefined;
}

;// CONCATENATED MODULE: ./src/knowledge/reading.ts




/** Rows of a page to ask for: fewer if a page is refused, or too large to be read. */
const PAGE_SIZES = [100, 20, 4, 1];
/** How often a list is read from its first page, with ever smaller pages. */
const MAX_BEGINNINGS = 5;
/** More than a run can hold in memory. A service may also show the same entries again and again under new ids. */
const reading_MAX_ROWS = 200_000;
/** The limit of one reading. A run reads several times, and a job is often given less than an hour. */
const MAX_MINUTES = 10;
/** Pages that have arrived and wait for their turn at most, so that requests go on while the rows of others are looked at. */
const MAX_WAITING = 8;
/** Rows between two lines about the progress. */
const PROGRESS_STEP = 1000;
/**
 * Reads the list to its end. If pages turn out to be smaller than they were asked for, or too large, it begins again with
 * smaller ones.
 *
 * @returns whether the list names more entries than it has shown.
 * @throws {ActionError} if the list cannot be read to its end; for a page that cannot be read of the kind of its cause.
 */
async function readList(client, reader) {
    const until = performance.now() + MAX_MINUTES * 60_000;
    let size = PAGE_SIZES[0];
    for (let beginning = 1; beginning <= MAX_BEGINNINGS; beginning++) {
        const stop = new AbortController();
        const { promise: tooSlow, reject } = Promise.withResolvers();
        const timer = setTimeout(() => {
            reject(endError('listTooSlow', { minutes: String(MAX_MINUTES) }));
        }, until - performance.now());
        try {
            const ending = await Promise.race([readPages(client, reader, size, stop.signal), tooSlow]);
            if (ending.kind === 'done')
                return ending.isShort;
            size = ending.size;
        }
        finally {
            clearTimeout(timer);
            // Ends what was requested ahead, and is of no use any more.
            stop.abort();
        }
    }
    throw endError('listUneven');
}
/**
 * Reads one page once more.
 *
 * @throws {ActionError} if it cannot be read.
 */
async function readPageAgain(client, page) {
    const shown = await requestPage(client, page);
    return shown.kind === 'rows' ? shown.rows : [];
}
/**
 * Reads one row, to see that the token works and that the address is that of the API.
 *
 * @throws {ActionError} if it cannot be read.
 */
async function checkList(client) {
    await requestPage(client, { number: FIRST_PAGE, size: 1 });
}
/** Reads pages of one size, and says why that ended. */
async function readPages(client, { onRows, hasEnough }, size, signal) {
    const seen = new Set();
    /** @returns whether the rows show something new. */
    const add = async ({ rows, page }) => {
        const before = seen.size;
        for (const { key } of rows)
            seen.add(key);
        await onRows(rows, page);
        if (Math.floor(seen.size / PROGRESS_STEP) > Math.floor(before / PROGRESS_STEP)) {
            client.onProgress?.(`reading the list: ${count(seen.size, 'entry', 'entries')}`);
        }
        return seen.size > before;
    };
    let read = 0;
    /** Rows of the page before. */
    let previous = size;
    let total = 0;
    const done = () => ({ kind: 'done', isShort: seen.size < total });
    for await (const shown of pages(client, size, signal)) {
        if (shown.kind === 'too large')
            return { kind: 'begin again', size: shown.smaller };
        total = Math.max(total, shown.total);
        if (!(await add(shown)))
            break;
        // A page that was not full was not the last one: the service may have skipped the rows that it did not show.
        if (previous < size)
            return { kind: 'begin again', size: previous };
        if (seen.size > reading_MAX_ROWS)
            throw endError('listTooLong', { most: wording_format(reading_MAX_ROWS) });
        if (hasEnough?.() === true)
            return done();
        previous = shown.rows.length;
        read += previous;
    }
    if (previous >= size)
        return done();
    // It may do so on the last page, too: then the next row is there.
    const behind = await requestPage(client, { number: read + 1, size: 1, signal });
    return behind.kind === 'rows' && (await add(behind)) ? { kind: 'begin again', size: previous } : done();
}
/**
 * All pages in their order, without an end. If the list names a total, they are requested before they are needed, as many
 * at a time as the client allows, and a few more wait in memory. The total does not end the list: it may be wrong, or that of the page.
 */
async function* pages(client, size, signal) {
    let next = FIRST_PAGE;
    const request = () => {
        const shown = requestPage(client, { number: next++, size, signal });
        // Nobody waits for it if the list ends before.
        shown.catch(() => undefined);
        return shown;
    };
    const ahead = [];
    for (let current = request();; current = ahead.shift() ?? request()) {
        const shown = await current;
        // The reading may have ended meanwhile, because it took too long.
        signal.throwIfAborted();
        yield shown;
        const last = shown.kind === 'rows' ? Math.ceil(shown.total / size) : 0;
        // Behind the last page is one without rows.
        while (next <= last + 1 && ahead.length < client.concurrency + MAX_WAITING)
            ahead.push(request());
        // Pages that are here already would otherwise be taken first, and the requests sent late.
        if (ahead.length > 0)
            await (0,promises_.setImmediate)();
    }
}
/** @throws {ActionError} if the page cannot be read. */
async function requestPage(client, { number, size, signal }) {
    const page = { number, size };
    try {
        const { rows, total = 0 } = await client.listPage(number, size, signal);
        return { kind: 'rows', page, rows, total };
    }
    catch (error) {
        if (!(error instanceof RequestError) || error === client.ended)
            throw error;
        const smaller = PAGE_SIZES.find((each) => each < size);
        if (smaller !== undefined && isTooLarge(error, number))
            return { kind: 'too large', smaller };
        if (number > FIRST_PAGE && saysNoSuchPage(error))
            return { kind: 'rows', page, rows: [], total: 0 };
        throw listError(number, error);
    }
}
/** True if a page with fewer rows may succeed. Some services answer 400 or 422 if the first page is too large. */
function isTooLarge({ tooLarge, status }, number) {
    return tooLarge || (number === FIRST_PAGE && (status === 400 || status === 422));
}
/** Statuses of a page that is not there. Any other may be about a page that is, such as a plan that is used up. */
const NO_SUCH_PAGE = [400, 404, 410, 416, 422];
function saysNoSuchPage({ status, tooLarge }) {
    return NO_SUCH_PAGE.includes(status) && !tooLarge;
}

;// CONCATENATED MODULE: ./src/sync/read-entries.ts




/** Readings after which a list that shows something new each time has no end. */
const MAX_READINGS = 8;
/** Characters after which a reading has to know which texts are needed. Pages already requested come on top. */
const read_entries_MAX_CHARACTERS = 32 * 1024 * 1024;
/** Milliseconds before the second reading; each further pause is longer by this. Readings at once would share one failure. */
const PAUSE = 200;
/**
 * Reads the list. An entry that one reading lacks may be there all the same: pages may change their order, and one may be
 * empty for a moment. So, if a name is missing, the list is read again until a reading shows nothing new: at least twice, an
 * empty list three times, and as often as possible while it names more entries than it shows. Otherwise an edited entry that
 * one reading lacks would be sent as a new one, and the edit lost.
 *
 * @param needsText whether a run may need the text of a row; others are never held.
 * @param findNames finds the names of the runbooks; asked once. It gets what the first reading has shown, or nothing if the texts
 * take too much memory before its end. Until then all needed texts are held, afterwards those under these names. Without it,
 * no name is looked for.
 * @throws {ActionError} if the list cannot be read to its end.
 */
async function readEntries(client, needsText, findNames) {
    const entries = new Entries(needsText);
    let names;
    const namesOfRunbooks = async (shown) => {
        if (names === undefined && findNames !== undefined) {
            names = await findNames(shown);
            entries.limitTextsTo(names);
        }
        return names ?? [];
    };
    for (let reading = 1; reading <= MAX_READINGS; reading++) {
        let added = 0;
        const onRows = async (rows, page) => {
            added += entries.add(rows, page);
            if (entries.characters > read_entries_MAX_CHARACTERS)
                await namesOfRunbooks();
        };
        if (reading > 1)
            await client.pause((reading - 1) * PAUSE);
        const isShort = await readList(client, { onRows });
        const isComplete = !(await namesOfRunbooks(entries)).some((name) => entries.lacks(name));
        const leastReadings = entries.size === 0 ? 3 : 2;
        const isEnd = reading === MAX_READINGS || (!isShort && reading >= leastReadings);
        entries.mayLack = isShort && !isComplete;
        if (isComplete || (added === 0 && isEnd))
            return entries;
    }
    throw new errors_ActionError('service-failing', `Each of ${MAX_READINGS} readings of the list shows other entries, so missing entries cannot be told from hidden ones.`, `Run ${wording_term('job')} again; if it happens again, ask the people who run the service why its list changes.`);
}

;// CONCATENATED MODULE: ./src/sync/commit.ts








/**
 * Compares a commit with the list, and decides; once for each commit. What the run has sent for earlier commits is told from
 * edits by `marksSent`.
 *
 * @param marksSent the marks that this run has sent last for earlier commits, by folded name.
 */
async function decideCommit(comparison, head, client, marksSent) {
    const { source, options } = comparison;
    const { files, ...selection } = await selectFiles(comparison, head);
    // The list may show the state before the push, or before what was sent.
    const mustRead = ({ path }) => comparison.readsAll || marksSent.size > 0 || changeOf(selection.scope, path) !== undefined;
    const { entries, ...found } = await readListAndFiles(comparison, client, files, mustRead);
    const read = { ...selection, ...found };
    const conversions = new Conversions(source, options);
    const facts = await gatherFacts(comparison, head, read, entries, conversions, marksSent);
    const mustConvert = ({ name, version }) => comparison.checksAllLinks || !entries.rowsOf(name).some(({ line }) => line?.version === version);
    const runbooks = await convertAll(read.runbooks, conversions, mustConvert);
    await noteProblems(comparison, { ...read, runbooks, conversions });
    const claimed = rowsOfRunbooks(runbooks, entries);
    return { ...read, runbooks, conversions, entries, claimed, facts, decisions: decide(runbooks, entries, facts) };
}
/** Reads the list, and the files that it does not show as they would be sent. @param mustRead the files that are read in any case. */
async function readListAndFiles(comparison, client, files, mustRead) {
    const { source, options } = comparison;
    const { wanted = [], others = [] } = Object.groupBy(files, (file) => (mustRead(file) ? 'wanted' : 'others'));
    // Before the list: a fetch may take minutes, and edits made after the list is read are not seen.
    await fetchMissing(source, wanted);
    const readFiles = async (shown) => {
        const rows = shown?.rows;
        const known = shown === undefined ? new Map() : runbooksShown(shown, others, options);
        const unknown = others.filter(({ path }) => !known.has(path));
        const hasFetched = await fetchMissing(source, unknown);
        return { runbooks: await readRunbooks(source, files, options, known), known, hasFetched, rows };
    };
    let reading;
    const readOnce = (shown) => (reading ??= readFiles(shown));
    const list = () => readEntries(client, textNeeds(files, comparison), async (shown) => {
        const { runbooks } = await readOnce(shown);
        return runbooks.named.map(({ name }) => name);
    });
    const first = await list();
    const { runbooks, known, hasFetched, rows } = await readOnce(first);
    // A fetch may have taken minutes, in which somebody may have edited an entry.
    const entries = hasFetched ? await list() : first;
    // The same rows show the same runbooks; a later reading may show that somebody has edited, copied or removed the entry.
    if (entries.rows === rows)
        return { entries, runbooks };
    const still = runbooksShown(entries, others, options);
    const isStale = [...known.values()].some(({ path, name }) => still.get(path)?.name !== name);
    return isStale ? readListAndFiles(comparison, client, files, () => true) : { entries, runbooks };
}
/** What a decision depends on beside the runbooks and the list: inputs, GitHub and Git. */
async function gatherFacts({ source, options, inputs, replace, former, leadsHere, patterns }, head, { runbooks, scope }, entries, conversions, marksSent) {
    const places = await findPlaces(options, [...rowsOfRunbooks(runbooks, entries)], former, leadsHere);
    const isRunbook = (path) => runbooks.nameAt.get(path) !== undefined;
    return {
        onConflict: inputs.onConflict,
        removed: inputs.removed,
        replace,
        scope,
        marksSent,
        isOfRepository: (line) => places.isOfRepository(line),
        isOfBranch: (line) => places.isOfBranch(line),
        selects: patterns.matches,
        unselected: await unselectedPaths({ source, patterns }, head, runbooks, entries, places),
        evidence: await findEvidence(runbooks.named, entries, { head, source, conversions, options, isRunbook })
    };
}
/** Decides about a commit without the list: a push sends what it changed, any other run everything. */
async function decideCommitWithoutList(comparison, head) {
    const { source, options } = comparison;
    const { files, ...selection } = await selectFiles(comparison, head);
    const runbooks = await readRunbooks(source, files, options);
    const conversions = new Conversions(source, options);
    const convertible = await convertAll(runbooks, conversions, ({ path }) => isInScope(selection.scope, path));
    await noteProblems(comparison, { ...selection, runbooks: convertible, conversions });
    const decisions = decideWithoutList(convertible, selection.scope);
    return { ...selection, runbooks: convertible, conversions, decisions };
}
/** Selects the files of a commit, and finds those that the run is about. */
async function selectFiles({ source, patterns, scopeAt, journal }, head) {
    // A pattern that matches only removed files has no effect, so `scopeAt` must not count.
    const watched = patterns.watch();
    const [scope, selection] = await Promise.all([scopeAt(head, patterns.matches), source.list(head, watched.matches)]);
    await requireSelection(source, head, selection, { lines: patterns.lines, unused: watched.unused() }, journal);
    const { files } = selection;
    return { head: source.isUncommitted === true ? '' : head, selected: files.length, scope, files };
}
/** Which texts are needed if a runbook has their name: of people and of other repositories; for differences also our own. */
function textNeeds(files, { options, former, showsAllDifferences }) {
    // Before GitHub is asked about former names: such an entry is read with its text.
    const places = new Places(options, former);
    const paths = new Set(files.map(({ path }) => path));
    const isOwn = ({ line }) => line !== undefined && places.isOfRepository(line) && paths.has(line.path);
    return (row) => showsAllDifferences || row.state !== 'ours' || !isOwn(row);
}
/** Paths of source lines that the commit has although `files` does not select them. */
async function unselectedPaths({ source, patterns }, head, { nameAt }, { rows }, places) {
    // Nearly all are those of runbooks, and to look one up is faster than to match patterns.
    const isSelected = (path) => nameAt.has(path) || patterns.matches(path);
    const lines = rows.flatMap(({ line }) => (line !== undefined && !isSelected(line.path) ? [line] : []));
    const paths = new Set(lines.filter((line) => places.isOfBranch(line)).map(({ path }) => path));
    return paths.size === 0 ? paths : paths.difference(await source.missing(head, paths));
}
/** Converts some runbooks; those that cannot be are refused. */
async function convertAll(runbooks, conversions, isWanted) {
    const refused = [];
    for (const runbook of runbooks.named.filter(isWanted)) {
        const converted = await conversions.convert(runbook);
        if (!('kind' in converted))
            continue;
        refused.push({ ...refusedDecision(runbook.path, converted), name: runbook.name });
    }
    if (refused.length === 0)
        return runbooks;
    const paths = new Set(refused.map(({ path }) => path));
    return {
        ...runbooks,
        named: runbooks.named.filter(({ path }) => !paths.has(path)),
        others: [...runbooks.others, ...refused],
        // Their entries stay as they are, and are no orphans.
        nameless: runbooks.nameless.union(paths)
    };
}
/** Notes what the authors of the runbooks have to know, of a push or a pull request what it brings in. */
async function noteProblems({ options: { frontMatter }, journal }, { runbooks, conversions, head, scope }) {
    const unused = typeof frontMatter === 'string' ? [] : frontMatter.filter((key) => !runbooks.keys.has(key));
    if (unused.length > 0) {
        const keys = listed(unused.map((key) => wording_quoted(key)));
        journal.notice({
            level: 'warning',
            message: `No runbook has ${keys} in its front matter (${input('front-matter')}).`
        });
    }
    for (const warning of warningsOf(runbooks))
        if (isInScope(scope, warning.path))
            journal.notice(warning);
    for (const problem of await conversions.problems(head, (path) => isInScope(scope, path)))
        journal.notice(problem);
}

;// CONCATENATED MODULE: ./src/sync/guards.ts



/** Runbooks get other titles at any time; so many at once are another template, another folder, or a mistake. */
const MANY = 20;
/**
 * Why a person should say yes before a sync sends anything, because no API deletes an entry; undefined if there is no reason.
 * The error says which click or command goes on.
 *
 * @param opening says what happens, in words before a colon.
 */
function reasonToStop(decided, opening) {
    return collidingFirstSync(decided, opening) ?? massChange(decided, opening);
}
/** Later, another template of names would make new entries for all runbooks. */
function collidingFirstSync({ runbooks, entries, claimed, facts }, opening) {
    if (runbooks.duplicates.length === 0)
        return undefined;
    if (claimed.size > 0 || entries.rows.some(({ line }) => line !== undefined && facts.isOfRepository(line)))
        return undefined;
    const shared = sharedNamesOf(runbooks);
    return new errors_ActionError('stopped', `${opening}: this is the first sync, and ${describeNames(shared)}.`, joined([nameAdvice(shared, false), GO_ON]));
}
const GO_ON = `To leave the names as they are, ${wording_term('goOn')}: that run refuses these files, and sends the others.`;
/** The names that several files have, for a message. */
function sharedNamesOf({ duplicates }) {
    return duplicates.map((group) => ({ name: group[0]?.name ?? '', paths: group.map(({ path }) => path) }));
}
function massChange({ decisions, entries, claimed, runbooks, facts }, opening) {
    const made = decisions.filter(({ kind, name = '' }) => kind === 'send' && entries.lacks(name)).length;
    const isLeft = (path) => runbooks.nameAt.has(path) || facts.unselected.has(path);
    const left = entries.rows.filter((row) => row.line?.kind === 'version' && !claimed.has(row) && facts.isOfBranch(row.line) && isLeft(row.line.path)).length;
    if (made <= MANY || left <= MANY)
        return undefined;
    return new errors_ActionError('stopped', `${opening}: ${wording_format(made)} entries would be created, and ${wording_format(left)} left without a runbook, although their files ` +
        'still exist. No API can delete entries.', `Compare ${input('entry-name')} and ${input('files')} with those of earlier runs. If you mean the change, ${wording_term('goOn')}.`);
}

;// CONCATENATED MODULE: ./src/sync/inventory.ts


/** What the list held. @param showsNames whether names of entries without a runbook may be published. */
function inventoryOf({ runbooks, entries, claimed, decisions, facts }, showsNames) {
    const unchanged = decisions.filter(({ kind }) => kind === 'unchanged');
    const current = new Set(unchanged.flatMap(({ name = '' }) => entries.rowsOf(name)));
    const unclaimed = entries.rows.filter((row) => !claimed.has(row));
    const isOfUnread = ({ line }) => line !== undefined && isUnread(line, runbooks, facts);
    const unread = unclaimed.filter(isOfUnread);
    const others = unclaimed.filter((row) => !isOfUnread(row));
    const orphanNames = new Set(decisions.flatMap(({ about, name }) => (about === 'entry' ? [name] : [])));
    const isOrphan = ({ name }) => orphanNames.has(name);
    const isOfOther = ({ line }) => line !== undefined && !facts.isOfRepository(line);
    const orphaned = others.filter(isOrphan);
    const elsewhere = others.filter((row) => !isOrphan(row) && isOfOther(row));
    const byHand = others.filter((row) => !isOrphan(row) && row.line === undefined);
    return {
        entries: entries.size,
        current: current.size,
        differing: claimed.size - current.size + unread.length,
        orphaned: orphaned.length,
        unselected: others.length - orphaned.length - elsewhere.length - byHand.length,
        elsewhere: elsewhere.length,
        byHand: byHand.length,
        names: showsNames ? [...orphaned, ...byHand].map(({ name }) => name) : []
    };
}
/** What the list shows, or does not show, beside what was decided: each once. */
function noteListProblems({ runbooks, entries, claimed, facts }, journal) {
    const hidden = [...claimed].filter(({ state }) => state === 'hidden').length;
    if (hidden > 0 && hidden === claimed.size) {
        const message = 'The list shows no texts, so nothing can be compared: every run sends every runbook, and edits in the assistant are replaced unseen.';
        journal.notice({ level: 'notice', message });
    }
    else if (hidden > 0) {
        const message = `Edits in the assistant are not seen in ${count(hidden, 'entry', 'entries')} whose text the list does not show.`;
        journal.notice({ level: 'warning', message });
    }
    if (entries.mayLack) {
        const message = 'The list names more entries than it shows. If it hides one that somebody edited, its runbook looks new, and replaces the edit unseen.';
        journal.notice({ level: 'warning', message });
    }
    const unselected = entries.rows.filter(({ line }) => line !== undefined && isUnselected(line, facts));
    if (unselected.length > 0) {
        const paths = listed([...new Set(unselected.map(({ line }) => line?.path ?? ''))]);
        const message = `${count(unselected.length, 'entry comes', 'entries come')} from files that ${input('files')} does not select: ${paths}. Another step delivers them, or they were moved.`;
        journal.notice({ level: 'notice', message });
    }
    const several = runbooks.named.filter(({ name }) => entries.rowsOf(name).length > 1);
    if (several.length > 0) {
        const names = listed(several.map(({ name }) => `“${name}”`));
        const message = `The knowledge base has several entries named ${names}. Remove the outdated ones in the assistant.`;
        journal.notice({ level: 'warning', message });
    }
}

;// CONCATENATED MODULE: ./src/sync/plan.ts








/** Differences that a summary shows, and lines of each. */
const plan_MAX_DIFFERENCES = 20;
const plan_MAX_LINES = 60;
/** Changed lines beyond which no difference is computed: the time grows with their square. */
const plan_MAX_EDIT_LENGTH = 1000;
/**
 * Says what a sync of this commit would do, and writes nothing.
 *
 * @throws {ActionError} of kind `stopped` if a sync would stop before it sends anything.
 */
async function planCommit(comparison, head, client) {
    const { journal, showsTexts } = comparison;
    const decided = await decideCommit(comparison, head, client, new Map());
    const decisions = showsTexts ? await withDifferences(comparison, decided) : decided.decisions;
    journal.decided({ ...decided, decisions, inventory: inventoryOf(decided, showsTexts) });
    noteListProblems(decided, journal);
    const reason = reasonToStop(decided, 'A sync would send nothing');
    if (reason !== undefined)
        throw reason;
    return decided;
}
/** Says what a sync could send, as far as that is known without the knowledge base. */
async function planWithoutList(comparison, head) {
    const { journal } = comparison;
    const decided = await decideCommitWithoutList(comparison, head);
    const removed = await removedEntries(comparison, decided);
    journal.decided({ ...decided, decisions: [...decided.decisions, ...removed], inventory: undefined });
    const shared = sharedNamesOf(decided.runbooks);
    if (shared.length === 0)
        return decided;
    const message = `If this is the first sync, it sends nothing, because ${describeNames(shared)}. ${nameAdvice(shared, false)}`;
    journal.notice({ level: 'warning', message });
    return decided;
}
/** The entries that a pull request leaves without a runbook, by the names that its files had. */
async function removedEntries({ source, options }, { scope, runbooks }) {
    const names = new Set(runbooks.nameAt.values());
    const removed = [];
    await source.prefetch(Array.from(scope.files.values(), ({ before }) => before ?? []).flat());
    for (const [path, { before }] of scope.files) {
        if (before === undefined)
            continue;
        const result = await runbooks_readFile(source, { path, id: before }, options);
        if (result.kind !== 'runbook' || names.has(result.name))
            continue;
        removed.push(orphanDecision(result.name, path, runbooks.nameAt, scope));
    }
    return removed;
}
/** The decisions with what would change in the entries. */
async function withDifferences({ showsAllDifferences }, { decisions, runbooks, entries, conversions }) {
    const byPath = new Map(runbooks.named.map((runbook) => [runbook.path, runbook]));
    const most = showsAllDifferences ? Infinity : plan_MAX_DIFFERENCES;
    const result = [];
    let shown = 0;
    for (const decision of decisions) {
        const { kind, path, name = '', texts = [] } = decision;
        const runbook = byPath.get(path);
        const ours = showsAllDifferences && kind === 'send' ? entries.rowsOf(name)[0]?.content : undefined;
        const before = texts[0]?.content ?? ours ?? '';
        if (runbook === undefined || before === '' || shown === most) {
            result.push(decision);
            continue;
        }
        shown++;
        const now = await conversions.contentOf(runbook);
        const difference = differenceOf(`${source_line_textOf(before)}\n`, `${source_line_textOf(now)}\n`, showsAllDifferences ? Infinity : plan_MAX_LINES);
        result.push({ ...decision, difference });
    }
    return result;
}
/** A unified difference of two texts in at most `most` lines, without the names of files. */
function differenceOf(before, after, most) {
    const options = { context: 2, maxEditLength: plan_MAX_EDIT_LENGTH };
    const patch = (0,create/* structuredPatch */.YB)('', '', before, after, undefined, undefined, options);
    if (patch === undefined)
        return [`(more than ${plan_MAX_EDIT_LENGTH} lines differ)`];
    const lines = patch.hunks.flatMap((hunk) => [
        `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
        ...hunk.lines
    ]);
    return lines.length <= most ? lines : [...lines.slice(0, most - 1), `(${lines.length - most + 1} more lines)`];
}

;// CONCATENATED MODULE: ./src/sync/saved-texts.ts






/** Further texts of one runbook; longer than a segment, so that no path of a runbook can begin with it. */
const FURTHER = 'further-texts-of-runbooks-whose-name-has-several-entries-in-the-assistant';
/** Codes of errors if a file is in the place of the file or of one of its folders. */
const TAKEN = new Set(['EEXIST', 'EISDIR', 'ENOTDIR']);
/** Keeps texts of the knowledge base in files before they are replaced. */
class saved_texts_SavedTexts {
    #parent;
    #redact;
    #replacer;
    /** Made for the first text. */
    #folder;
    /** By path, the number of its last text, from 1. */
    #copies = new Map();
    /**
     * @param parent absolute path of the folder in which the folder of this run is made.
     * @param redact removes the token: a person may have pasted it.
     * @param replacer what replaces the texts, for the comment in each file.
     */
    constructor(parent, redact, replacer) {
        this.#parent = parent;
        this.#redact = redact;
        this.#replacer = replacer;
    }
    /** Writes a text with a comment that says what it was, to the path of its runbook as far as the path is safe. */
    async save(path, name, content) {
        try {
            const folder = await (this.#folder ??= (0,external_node_fs_promises_.mkdtemp)((0,external_node_path_.join)(this.#parent, 'runbook-sync-overwritten-')));
            const text = this.#header(name) + this.#redact(content);
            for (;;) {
                const copy = this.#copies.get(path) ?? 1;
                this.#copies.set(path, copy + 1);
                const file = (0,external_node_path_.join)(folder, ...(copy === 1 ? [] : [FURTHER, String(copy)]), this.#nameOf(path));
                if (await writeNew(file, text))
                    return { path, name, file, folder };
            }
        }
        catch (error) {
            throw new errors_ActionError('files', `The text of the entry “${name}” cannot be saved: ${errors_messageOf(error)}.`, `Free space in ${this.#parent}, where texts are saved before they are replaced, and run ${wording_term('job')} again.`, { cause: error });
        }
    }
    /** A name that is safe on a disk may have become a token. */
    #nameOf(path) {
        const name = safePath(path);
        return this.#redact(name) === name ? name : (0,external_node_crypto_.hash)('sha256', path).slice(0, 12);
    }
    async drop(file) {
        await (0,external_node_fs_promises_.rm)(file, { force: true });
    }
    #header(name) {
        const entry = JSON.stringify(name).replace(/[<>-]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
        return this.#redact(`<!-- The entry ${entry} before ${this.#replacer} replaced it, ${new Date().toISOString()} -->\n`);
    }
}
/** Writes a file. False if another has its name, also one that differs in case on some systems. */
async function writeNew(file, text) {
    try {
        await (0,external_node_fs_promises_.mkdir)((0,external_node_path_.dirname)(file), { recursive: true });
        await (0,external_node_fs_promises_.writeFile)(file, text, { flag: 'wx' });
        return true;
    }
    catch (error) {
        if (TAKEN.has(error.code ?? ''))
            return false;
        throw error;
    }
}

;// CONCATENATED MODULE: ./src/compose.ts










/** Opens the checkout of a run of the Action, and GitHub. */
async function openParts({ job, inputs, journal }, env, makeOctokit, lifetime) {
    const source = await openSource(inputs, job, env, (notice) => {
        journal.notice(notice);
    });
    lifetime.resources.use(source);
    return { source, github: new GitHub(makeOctokit, job, inputs.githubToken) };
}
/** Undefined without token or address. */
function openAccess({ token, baseUrl, concurrency }, journal, { resources, signal, trace }) {
    if (token === undefined || baseUrl === undefined)
        return undefined;
    const onProgress = (message) => {
        journal.notice({ level: 'progress', message });
    };
    const client = new KnowledgeClient({ token, baseUrl, concurrency, signal, trace, onProgress });
    return { client: resources.use(client), token };
}
/** A sync of what was compared, for both front ends. */
function composeSync(comparison, inputs, client, target) {
    return { ...comparison, ...target, client, confirmWithin: inputs.confirmWithin };
}
/** The branch or tag of a job: its head is what GitHub says. */
function targetOfJob({ job }, { ref, since, isByHand }, { source, github }, token) {
    const replacer = `run ${job.runNumber} (${job.serverUrl}/${job.repository}/actions/runs/${job.runId})`;
    return {
        ref,
        saved: new SavedTexts(job.temp, (text) => token.redact(text), replacer),
        agrees: () => Promise.resolve(isByHand),
        findHead: async (delivered) => {
            const head = await findHead({ github, job, ref, reference: delivered ?? job.sha });
            // All in one fetch; if the replaced commit is gone, the head alone.
            if (since !== undefined)
                await source.history?.hasCommits([head, since]);
            await source.history?.ensureCommits(head);
            await requireSameWorkflow({ source, job, ref, head });
            return head;
        }
    };
}
/**
 * What is compared.
 *
 * @param ref the branch or tag, in full.
 * @param since the commit whose difference is what the run is about; undefined if it is about everything.
 */
function comparisonOf({ job, inputs, journal }, ref, { source, github }, since) {
    const { repositoryId } = job;
    const { history } = source;
    const workflow = ownWorkflow(job);
    return {
        source,
        patterns: new Patterns(inputs.files),
        options: { ...inputs, repository: job.repository, serverUrl: job.serverUrl, ref: shortRef(ref) },
        inputs,
        replace: new Set(),
        scopeAt: async (head, selects) => {
            if (since === undefined || history === undefined)
                return EVERYTHING;
            return scopeOfChange((matches) => history.differences(since, head, matches), selects, (path) => path === workflow);
        },
        checksAllLinks: true,
        readsAll: true,
        showsTexts: job.isPrivate,
        showsAllDifferences: false,
        former: [],
        leadsHere: async (name) => repositoryId !== undefined && (await github.repositoryId(name)) === repositoryId,
        journal
    };
}
/** Plans a commit: with the list, unless it cannot or must not be read. */
async function planBranch(comparison, head, inputs, access) {
    const missing = missingAccess(inputs);
    if (missing !== undefined)
        comparison.journal.notice({ level: 'notice', message: missing });
    if (access === undefined || inputs.confirmWithin === 0)
        return planWithoutList(comparison, head);
    return planCommit(comparison, head, access.client);
}

;// CONCATENATED MODULE: ./src/sync/check.ts



/**
 * Looks whether a token works, and whether the list shows what a sync needs.
 *
 * @throws {ActionError} if the list cannot be read.
 */
async function checkService(client, journal) {
    await checkList(client);
    const entries = await readEntries(client, () => false);
    const { rows } = entries;
    const sent = rows.filter(({ line }) => line !== undefined);
    journal.decided({
        head: '',
        selected: 0,
        decisions: [],
        inventory: {
            entries: entries.size,
            current: 0,
            differing: 0,
            orphaned: 0,
            // Without a commit nobody knows which file an entry is from.
            unselected: 0,
            elsewhere: 0,
            byHand: rows.length - sent.length,
            names: []
        }
    });
    journal.notice({
        level: rows.every(isHidden) && rows.length > 0 ? 'warning' : 'notice',
        message: verdictOn(rows, sent)
    });
}
function verdictOn(rows, sent) {
    const hidden = rows.filter(isHidden).length;
    if (rows.length === 0)
        return 'This assistant fits, as far as an empty list can show.';
    if (hidden === rows.length) {
        return ('This assistant fits in part: its list shows names but no texts, so every run sends every runbook and replaces edits ' +
            'unseen.');
    }
    const some = hidden > 0 ? ` ${count(hidden, 'entry shows', 'entries show')} no text.` : '';
    const edited = sent.filter(({ state }) => state === 'edited').length;
    const known = sent.length === 0
        ? ''
        : ` ${edited} of ${count(sent.length, 'synced entry', 'synced entries')} ${edited === 1 ? 'was' : 'were'} edited.`;
    return `This assistant fits: its list shows names and texts.${some}${known}`;
}
function isHidden({ state }) {
    return state === 'hidden';
}

;// CONCATENATED MODULE: ./src/sync/list-rows.ts


/** What the list of the knowledge base shows, compared with the runbooks: one row an entry. */
function listRows(known) {
    const { runbooks, entries, decisions } = known;
    const runbookOf = new Map();
    // If files share a name, the first one counts.
    const byName = new Map([...runbooks.named, ...runbooks.duplicates.flat()].toReversed().map((one) => [one.name, one]));
    for (const runbook of byName.values()) {
        for (const row of entries.rowsOf(runbook.name))
            if (!runbookOf.has(row))
                runbookOf.set(row, runbook);
    }
    const orphans = new Set(decisions.flatMap(({ about, name }) => (about === 'entry' ? [name] : [])));
    return entries.rows.map((row) => {
        const runbook = runbookOf.get(row);
        const state = runbook === undefined ? stateWithoutRunbook(row, orphans, known) : list_rows_stateOf(row, runbook, known);
        return { name: row.name, file: fileOf(row, runbook, state), state };
    });
}
function list_rows_stateOf(row, { version }, { facts }) {
    const { line, state } = row;
    if (line !== undefined && isElsewhere(line, facts))
        return 'elsewhere';
    if (state === 'ours' || facts.evidence.get(row) === 'as sent')
        return line?.version === version ? 'current' : 'outdated';
    if (state === 'by hand')
        return 'by-hand';
    return state === 'edited' ? 'edited' : 'outdated';
}
function stateWithoutRunbook({ name, line, state }, orphans, { runbooks, facts }) {
    if (line === undefined)
        return 'by-hand';
    if (isUnread(line, runbooks, facts))
        return state === 'edited' ? 'edited' : 'outdated';
    // The note for a removed runbook still belongs to a file that is gone.
    const isRetired = line.kind === 'retired' && facts.isOfBranch(line);
    return orphans.has(name) || isRetired ? 'orphaned' : 'elsewhere';
}
function fileOf({ line }, runbook, state) {
    if (line === undefined)
        return runbook?.path ?? '';
    return state === 'elsewhere' ? joined([line.root, line.path], '/') : line.path;
}

;// CONCATENATED MODULE: ./src/sync/pull-edit.ts








const GONE = 'its runbook is gone, or is not selected';
const UNKNOWN = 'the text that was edited is not in the history of this clone';
const EARLIER = 'an earlier release sent the text that was edited';
const ALTERED = "the assistant does not show the text that it was sent, so the person's change is unknown";
const CONFLICT = 'the file has changed at the same place since';
const OTHER_ENTRY = 'with this edit the file would have another title, or be sent as another text';
/**
 * Writes an edit into its file as if its author had edited the file, or into a file beside it.
 *
 * @param before undefined if it is not known which text was edited.
 * @returns undefined if the file has the edit already.
 */
async function pullEdit(target, edit, before) {
    const { path, line, content } = edit;
    const text = source_line_textOf(content);
    if (text.includes('\0') || !text.isWellFormed()) {
        return leftOut(path, 'The text of the entry has a NUL byte, or half a character, and no text file can hold it.');
    }
    const file = edit.isRunbook ? await pull_edit_readText(target, path) : undefined;
    // Links of the entry begin with the address in its line: it may be spelt in another way, or be that of a former name.
    const options = { ...target.options, ...(line && placeOf(line)) };
    const present = file && convertText(path, file.text, options);
    if (file === undefined || present === undefined)
        return writeBeside(target, edit, text, GONE);
    if (present.text === text || (line === undefined && isCopyOfFile(path, file.text, text, options)))
        return undefined;
    if (edit.why !== '')
        return writeBeside(target, edit, text, edit.why);
    const wanted = await withEdit({ ...target, options }, edit, text, present.text, before);
    if ('why' in wanted)
        return writeBeside(target, edit, text, wanted.why);
    if (wanted.text === present.text)
        return undefined;
    const result = applyEdit(path, file.text, wanted.text, options);
    if (result === undefined)
        return writeBeside(target, edit, text, OTHER_ENTRY);
    const bytes = encode(file.byteOrderMark + result);
    if ('reason' in bytes) {
        return writeBeside(target, edit, text, `a sync would refuse the file, because ${clauseOf(bytes)}`);
    }
    if (await target.tree.replace(path, bytes, file.bytes)) {
        return { pulled: { path, file: path, kind: 'changed', reason: '' }, isWritten: true };
    }
    return leftOut(path, `The file changed while ${wording_term('job')} ran. Run it again.`);
}
/** A file of the work tree: its bytes, its text, and its byte order mark; undefined if a sync would not read it. */
async function pull_edit_readText({ tree }, path) {
    const bytes = await tree.read(path, MAX_BYTES);
    const text = bytes === undefined ? undefined : text_decode({ kind: 'bytes', bytes });
    if (bytes === undefined || typeof text !== 'string')
        return undefined;
    return { bytes, text, byteOrderMark: bytes.toString('utf8', 0, 3) === '\uFEFF' ? '\uFEFF' : '' };
}
/** The text that the entry has with the edit, or why it is unknown, as a clause. */
async function withEdit({ source, history, options }, { name, line }, edit, now, before) {
    if (before === undefined || line === undefined)
        return { why: UNKNOWN };
    const read = readRunbook(before, await source.read(before, MAX_BYTES), options);
    const sent = read.kind === 'runbook' ? read.convert() : undefined;
    if (sent === undefined || 'kind' in sent)
        return { why: UNKNOWN };
    if (sealOf(name, sent.content) !== line.seal)
        return { why: before.isEarlier ? EARLIER : ALTERED };
    if (now === sent.text)
        return { text: edit };
    const merge = history.merge.bind(history);
    const merged = await merge(now, sent.text, edit);
    if (merged === undefined)
        return { why: CONFLICT };
    const text = normalForm(merged);
    // The next sync must see that the edit is in the file.
    return (await containsEdit(merge, { now: text, before: sent.text, edit })) ? { text } : { why: CONFLICT };
}
async function writeBeside({ tree, matches }, edit, text, why) {
    const { path } = edit;
    const problem = edit.isRunbook ? undefined : problemOf(edit, matches);
    if (problem !== undefined)
        return leftOut('', problem);
    const comment = `An edit of ${external_node_path_.posix.basename(path)} in the assistant: ${why}.`
        .replace(/\p{C}/gu, '')
        .replaceAll('--', '‑‑');
    const bytes = encode(`<!-- ${comment} -->\n\n${text}\n`);
    if ('reason' in bytes)
        return leftOut(path, `No file can hold the text of the entry: ${clauseOf(bytes)}.`);
    for (const file of [`${path}.edited`, `${path}.2.edited`, `${path}.3.edited`]) {
        if (matches(file))
            return leftOut(path, `${input('files')} would take ${file} for a runbook: exclude it.`);
        const outcome = await tree.create(file, bytes);
        if (outcome === 'taken')
            continue;
        return { pulled: { path, file, kind: 'beside', reason: `Not in the file: ${why}.` }, isWritten: outcome === 'new' };
    }
    return leftOut(path, `Other files have the names ${path}.edited, .2.edited and .3.edited: move or delete them.`);
}
/** Why nothing must be written beside the path of an entry, which people can change. */
function problemOf({ name, path }, matches) {
    if (path === '')
        return `The source line of “${shorten(name, 200)}” was changed, and no runbook has this name.`;
    if (!isPortablePath(path))
        return `The entry names ${wording_quoted(path)}, which is no path of a file.`;
    return matches(path) ? undefined : `The entry names a file that ${input('files')} does not select.`;
}
/** @param path of the runbook; empty if there is none. */
function leftOut(path, reason) {
    return { pulled: { path, file: '', kind: 'left out', reason }, isWritten: false };
}
/** `The file is …` becomes `the file is …`. */
function clauseOf({ reason }) {
    return `${reason.slice(0, 1).toLowerCase()}${reason.slice(1).replace(/\.$/, '')}`;
}

;// CONCATENATED MODULE: ./src/sync/new-runbooks.ts








/** Writes entries without a runbook as new files, each under another path. */
class NewRunbooks {
    #folder;
    #tree;
    #matches;
    #options;
    #names = new Set();
    #paths = new Set();
    /** @param folder from the root of the repository. */
    constructor(folder, tree, matches, options) {
        this.#folder = folder;
        this.#tree = tree;
        this.#matches = matches;
        this.#options = options;
    }
    /** Writes an entry as a file that a sync finds equal to it, if there is one; undefined if it is there. */
    async write(name, content) {
        const leave = (why) => leftOut('', `“${shorten(name, 200)}” ${why}`);
        const key = foldName(name);
        if (this.#names.has(key))
            return leave('has the name of another entry but for case or blanks.');
        this.#names.add(key);
        const path = this.#pathOf(name);
        if (!isPortablePath(path))
            return leave(`cannot be written to ${path}: it is no path inside of the repository.`);
        this.#paths.add(path);
        const { text, isEqual } = this.#textOf(path, name, content);
        if (text === undefined)
            return leave('cannot be the name of a file’s entry with these options.');
        const bytes = encode(text);
        if ('reason' in bytes)
            return leave(`is left out, because a sync would refuse it. ${bytes.reason}`);
        const outcome = await this.#tree.create(path, bytes);
        if (outcome === 'equal')
            return undefined;
        if (outcome === 'taken')
            return leave(`is left out, because another file has the name ${path}.`);
        const notes = [
            !isEqual && 'A sync will change the text of the entry, such as its relative links.',
            !this.#matches(path) && `${input('files')} does not select it: move it, or add a pattern.`
        ];
        return { pulled: { path, file: path, kind: 'new', reason: joined(notes) }, isWritten: true };
    }
    /** With its name as a title in front matter, unless it has that name without. Undefined if it cannot have it. */
    #textOf(path, name, content) {
        const texts = [content, `---\ntitle: ${JSON.stringify(name)}\n---\n\n${content}`];
        const named = texts
            .map((text) => ({ text, entry: convertText(path, text, this.#options) }))
            .filter(({ entry }) => entry?.name === name);
        const equal = named.find(({ entry }) => entry?.text === normalForm(content));
        return { text: (equal ?? named[0])?.text, isEqual: equal !== undefined };
    }
    /** The name as far as it is safe on every system; with a hash if another entry has taken it. */
    #pathOf(name) {
        const slug = composed(name)
            .toLowerCase()
            .replace(/[^\p{L}\p{N}]+/gu, '-')
            .slice(0, 40)
            .toWellFormed()
            .replace(/^-+|-+$/g, '');
        const path = external_node_path_.posix.join(this.#folder, safePath(`${slug || 'entry'}.md`));
        return this.#paths.has(path) ? path.replace(/\.md$/, `-${(0,external_node_crypto_.hash)('sha256', name).slice(0, 8)}.md`) : path;
    }
}

;// CONCATENATED MODULE: ./src/sync/pull.ts











/** Files that are written at a time, and edits that are named without being written: nobody reviews more. */
const MAX_OUTCOMES = 500;
/** Entries that people made from one runbook. */
const MAX_ENTRIES = 3;
/**
 * Writes the edits that the list shows into the work tree.
 *
 * @param head the commit of the work tree.
 * @param newFolder gets the entries without a runbook as files; undefined if they stay where they are.
 * @throws {ActionError} of kind `git` without Git; what ends a reading of the list.
 */
async function pullBranch({ source, patterns, options, journal, former, leadsHere }, head, client, { hasToken, newFolder }) {
    const { history } = source;
    if (history === undefined) {
        const hint = 'Put actions/checkout before this step, and install Git on the runner.';
        throw new errors_ActionError('git', 'Bringing edits into files needs Git, and a checkout.', hint);
    }
    const { rows } = await readEntries(client, ({ state }) => state === 'by hand' || state === 'edited');
    await pullEdits({
        source,
        history,
        tree: new WorkTree(history.folder),
        head,
        patterns,
        options,
        rows,
        places: await findPlaces(options, rows, former, leadsHere),
        hasToken,
        newFolder,
        journal
    });
}
/**
 * Writes edits of the assistant into the files of the work tree, as if their authors had edited these.
 *
 * @throws {ActionError} of kind `incomplete` if the list shows no texts.
 */
async function pullEdits(pull) {
    const { head, rows, journal } = pull;
    const runbooks = await readWorkTree(pull);
    journal.decided({ head, selected: runbooks.length, inventory: undefined, decisions: [] });
    requireTexts(rows, runbooks, journal);
    const byPath = [...Map.groupBy(findEdits(pull, runbooks), ({ path }) => path).values()];
    const edits = byPath.flatMap((found) => found.slice(0, MAX_ENTRIES));
    const edited = await findEditedFiles(pull, edits, runbooks);
    await pull.source.prefetch(Array.from(edited.values(), ({ id }) => id));
    const writes = edits.map((edit) => writeOf(pull, edit, edited.get(edit)));
    const rest = await carryOut([...writes, ...newRunbooks(pull, runbooks)], journal);
    const more = [...byPath.flatMap((found) => found.slice(MAX_ENTRIES)).map(pull_labelOf), ...rest];
    if (more.length === 0)
        return;
    const message = `${wording_format(more.length)} more ${more.length === 1 ? 'entry' : 'entries'} may have edits: ${listed(more)}.`;
    journal.notice({ level: 'warning', message: `${message} Commit or discard what is there, and run this again.` });
}
/** @returns the labels of those that are too many. */
async function carryOut(writes, journal) {
    const rest = [];
    const counts = { written: 0, left: 0 };
    for (const { label, run } of writes) {
        const outcome = counts.written < MAX_OUTCOMES ? await run() : 'too many';
        if (outcome === undefined)
            continue;
        const what = outcome !== 'too many' && outcome.isWritten ? 'written' : 'left';
        if (outcome === 'too many' || counts[what]++ >= MAX_OUTCOMES)
            rest.push(label);
        else
            journal.outcome({ kind: 'pulled', pulled: outcome.pulled });
    }
    return rest;
}
/** The runbooks of the work tree. */
async function readWorkTree({ source, tree, head, patterns, options }) {
    const runbooks = [];
    for (const { path, id } of (await source.list(head, patterns.matches)).files) {
        const bytes = await tree.read(path, MAX_BYTES);
        const read = bytes && readRunbook({ path, id }, { kind: 'bytes', bytes }, options);
        if (read?.kind === 'runbook')
            runbooks.push({ path, id, name: read.name });
    }
    return runbooks;
}
/** @throws {ActionError} of kind `incomplete` if no text of an entry that could have an edit is shown. */
function requireTexts(rows, runbooks, journal) {
    const names = new Set(runbooks.map(({ name }) => foldName(name)));
    const named = rows.filter(({ name }) => names.has(foldName(name)));
    const hidden = rows.filter(({ state }) => state === 'hidden');
    if (hidden.length === 0)
        return;
    if ((named.length > 0 ? named : rows).every(({ state }) => state === 'hidden')) {
        const message = 'The list shows no texts, so edits cannot be found.';
        throw new errors_ActionError('incomplete', message, 'Nothing was written. Copy edits from the assistant by hand.');
    }
    const message = `Edits in ${count(hidden.length, 'entry', 'entries')} are not seen: the list does not show the text.`;
    journal.notice({ level: 'warning', message });
}
const BY_HAND = 'it was written by hand, and the text it started from is unknown';
const pull_ELSEWHERE = 'it comes from another repository';
const CHANGED_LINE = 'its source line was changed, and the text it started from is unknown';
const COPY = 'the entry is a copy under another name';
const pull_SEVERAL = 'the assistant has several entries for this runbook';
/** Finds the file of each text that a person wrote, in the order of the paths. */
function findEdits({ rows, places }, runbooks) {
    const byName = Map.groupBy(runbooks, ({ name }) => foldName(name));
    const byPath = new Map(runbooks.map((runbook) => [runbook.path, runbook]));
    const shown = new Set(rows.map(({ name }) => foldName(name)));
    const edits = rows.flatMap((row) => {
        const origin = byPath.get(row.line?.path ?? '');
        const destination = destinationOf(row, {
            named: byName.get(foldName(row.name)) ?? [],
            origin,
            isOurs: row.line !== undefined && places.isOfRepository(row.line),
            isCopy: origin !== undefined && shown.has(foldName(origin.name))
        });
        return destination === undefined ? [] : { ...row, ...destination, isRunbook: byPath.has(destination.path) };
    });
    const own = Map.groupBy(edits.filter(({ why }) => why !== COPY), ({ path }) => path);
    return edits
        .map((edit) => (edit.why === COPY || own.get(edit.path)?.length === 1 ? edit : { ...edit, why: pull_SEVERAL }))
        .sort((one, other) => (one.path < other.path ? -1 : 1));
}
/**
 * Where the text of an entry belongs: into the file of its source line, unless the entry is a copy, or the file was moved.
 *
 * @param known about the entry: the runbooks of its name, the file that its line names, whether the line leads to this repository,
 *   and, if its name is another than that of the file, whether the list has that, too.
 * @returns undefined if nobody has written the text, or not under the name of a runbook.
 */
function destinationOf({ name, state, line }, known) {
    const { named: [named, ...more], origin, isOurs, isCopy } = known;
    if (state === 'by hand')
        return named && { path: named.path, why: BY_HAND };
    if (state !== 'edited' || line === undefined)
        return undefined;
    if (!isOurs)
        return named && { path: named.path, why: pull_ELSEWHERE };
    if (line.path === '')
        return { path: named?.path ?? '', why: CHANGED_LINE };
    if (origin !== undefined && foldName(origin.name) === foldName(name))
        return { path: origin.path, why: '' };
    if (named === undefined)
        return { path: line.path, why: isCopy ? COPY : '' };
    const isMoved = origin === undefined && more.length === 0;
    return { path: named.path, why: isMoved ? '' : `it was written from ${wording_quoted(line.path)}` };
}
/** Finds, by its version, the file that each entry was made from: in the commit, or in its history. */
async function findEditedFiles({ history, head, options }, edits, runbooks) {
    const wanted = edits.filter(({ why, line }) => why === '' && line !== undefined);
    const present = new Map(runbooks.map(({ path, id }) => [path, [id]]));
    const found = new Map();
    const find = (edit, blobs) => {
        const file = editedFile(edit, blobs, options);
        if (file !== undefined)
            found.set(edit, file);
    };
    for (const edit of wanted)
        find(edit, present);
    // Most edits are of the current text, and need no history, which a shallow checkout would have to fetch.
    const older = wanted.filter((edit) => !found.has(edit));
    const paths = older.flatMap(pull_pathsOf).filter((path) => present.has(path) || isPortablePath(path));
    if (paths.length === 0)
        return found;
    const blobs = await history.blobsOf(head, [...new Set(paths)]);
    for (const edit of older)
        find(edit, blobs);
    return found;
}
/** The file that an entry was made from, if it is among the contents that files had. */
function editedFile(edit, blobs, options) {
    const { name, line } = edit;
    const inputs = { ...options, ...(line && placeOf(line)) };
    for (const path of pull_pathsOf(edit)) {
        for (const id of blobs.get(path) ?? []) {
            const file = { blob: id, name, path };
            if (versionOf(file, inputs) === line?.version)
                return { path, id, isEarlier: false };
            if (earlierVersionsOf(file, inputs).includes(line?.version ?? ''))
                return { path, id, isEarlier: true };
        }
    }
    return undefined;
}
/** A file may have been moved since, and people may change the line. */
function pull_pathsOf({ path, line }) {
    return [line?.path ?? path, path];
}
function writeOf({ source, history, tree, patterns, options, hasToken }, edit, edited) {
    const { path, content } = edit;
    return {
        label: pull_labelOf(edit),
        async run() {
            // The path is decoded from the text.
            if (hasToken(content) || hasToken(path)) {
                return leftOut(path, 'The text of the entry holds the access token.');
            }
            const target = { source, history, tree, matches: patterns.matches, options };
            return unlessUnwritable(path, () => pullEdit(target, edit, edited));
        }
    };
}
/** The entries that people have written under another name than that of a runbook, if they become files. */
function newRunbooks({ rows, newFolder, tree, patterns, options, hasToken }, runbooks) {
    if (newFolder === undefined)
        return [];
    const names = new Set(runbooks.map(({ name }) => foldName(name)));
    const created = new NewRunbooks(newFolder, tree, patterns.matches, options);
    const byHand = rows.filter(({ name, state }) => state === 'by hand' && !names.has(foldName(name)));
    return byHand.map(({ name, content }) => ({
        label: pull_nameOf(name),
        async run() {
            if (hasToken(name + content))
                return leftOut('', `${pull_nameOf(name)} holds the access token.`);
            return unlessUnwritable('', () => created.write(name, content));
        }
    }));
}
/** One file that cannot be written does not keep the others. */
async function unlessUnwritable(path, run) {
    try {
        return await run();
    }
    catch (error) {
        if (!(error instanceof errors_ActionError) || error.kind !== 'files')
            throw error;
        return leftOut(path, `${error.message} ${error.hint}`);
    }
}
function pull_labelOf({ path, name }) {
    return path === '' ? pull_nameOf(name) : `${path} (${pull_nameOf(name)})`;
}
function pull_nameOf(name) {
    return `“${shorten(name, 200)}”`;
}

;// CONCATENATED MODULE: ./src/sync/confirm.ts





/** Milliseconds between the first readings, and between all others. */
const PAUSES = [500, 1000, 2000, 4000, 8000, 16_000];
const confirm_LONGEST_PAUSE = 30_000;
function hasMark({ line }, mark) {
    return line !== undefined && markOf(line) === mark;
}
/** What one reading of the list shows of some entries. */
class Reading {
    #waiting;
    /** By name, then by entry: a list may repeat a page. */
    #rows = new Map();
    #seen = new Set();
    #hadMark;
    /** True if any text of the list has a mark. */
    hasMarks = false;
    constructor(waiting) {
        this.#waiting = new Map(waiting.map((accepted) => [foldName(accepted.name), accepted]));
        this.#hadMark = waiting.some(({ mark, rows }) => rows.some((row) => hasMark(row, mark)));
    }
    /**
     * True if the rest of the list need not be read: it has shown each mark that was sent. Where a row had the mark before, only the
     * whole list shows whether it has a copy now.
     */
    get isEnough() {
        return this.#seen.size === this.#waiting.size && !this.#hadMark;
    }
    add(listed) {
        for (const { key, name, content = '', isDeleted } of listed) {
            if (isDeleted)
                continue;
            const folded = foldName(name);
            const accepted = this.#waiting.get(folded);
            // All that other entries can tell is that the list shows marks.
            if (accepted === undefined && this.hasMarks)
                continue;
            const row = entries_rowOf(name, content);
            if (accepted !== undefined && hasMark(row, accepted.mark))
                this.#seen.add(folded);
            else
                this.hasMarks ||= row.line !== undefined;
            if (accepted === undefined)
                continue;
            const rows = this.#rows.get(folded) ?? new Map();
            this.#rows.set(folded, rows.set(key, row));
        }
    }
    sightingOf({ name, mark, rows: before }) {
        const all = [...(this.#rows.get(foldName(name))?.values() ?? [])];
        const exact = all.filter((row) => row.name === name);
        const rows = exact.length > 0 ? exact : all;
        if (rows.length > Math.max(1, before.length))
            return { kind: 'copied' };
        const sent = rows.find((row) => hasMark(row, mark));
        if (sent !== undefined)
            return { kind: sent.state === 'ours' ? 'stored' : 'altered', content: sent.content };
        if (rows.length === 0)
            return { kind: 'no row' };
        if (rows.every(({ state }) => state === 'hidden'))
            return { kind: 'stored', content: '' };
        return { kind: rows.some(({ line }) => line !== undefined) ? 'other version' : 'no mark' };
    }
}
/** The time in which a list shows what was sent, and ever longer pauses between its readings. */
class Deadline {
    #within;
    #until;
    #pauses = 0;
    /** @param within milliseconds. */
    constructor(within) {
        this.#within = within;
        this.#until = performance.now() + within;
    }
    get isOver() {
        return performance.now() >= this.#until;
    }
    restart() {
        this.#until = performance.now() + this.#within;
    }
    /** Milliseconds, never beyond the end. */
    nextPause() {
        const pause = PAUSES[this.#pauses++] ?? confirm_LONGEST_PAUSE;
        return Math.max(0, Math.min(pause, this.#until - performance.now()));
    }
}
/** Looks once for what was sent: on the pages where it was before, because most lists keep their order, and else in the whole list. */
async function lookFor(waiting, client) {
    const first = new Reading(waiting);
    const pages = new Set(waiting.flatMap(({ rows }) => rows.flatMap(({ page }) => page ?? [])));
    if (pages.size <= client.concurrency) {
        const shown = await Promise.all(Array.from(pages, async (page) => readPageAgain(client, page)));
        first.add(shown.flat());
    }
    if (first.isEnough)
        return first;
    // A new one: without ids, an entry whose text has changed since the first would count twice.
    const reading = new Reading(waiting);
    await readList(client, {
        onRows: (rows) => {
            reading.add(rows);
        },
        hasEnough: () => reading.isEnough
    });
    return reading;
}
const INSTEAD = {
    altered: 'shows another text at each reading',
    copied: 'shows a second entry of this name',
    'other version': 'shows another version',
    'no mark': 'shows a text without the source line: the service has cut or replaced it',
    'no row': 'does not show it'
};
/** Why an entry that the service accepted has failed. @param within milliseconds. */
function unconfirmedError({ kind }, within) {
    const seconds = Math.round(within / 1000);
    const hint = kind === 'altered'
        ? `Edits cannot be told apart on such a service: set ${input('confirm-within', '0')}, which replaces them.`
        : `Look at the entry in the assistant. If its list takes longer than ${seconds} s to show what is stored, raise ${input('confirm-within')}.`;
    return new errors_ActionError('entry-rejected', `The service accepted the entry, but its list ${INSTEAD[kind]}.`, hint);
}
/** An upsert made a second entry: more of them would make more, which no API deletes. */
function copiesError(name) {
    return new errors_ActionError('copies', `The service made a second entry “${name}” instead of updating the first.`, 'Remove the copy in the assistant, and ask the people who run the service how an upsert finds the entry to update. ' +
        'Nothing more was sent.');
}
/** Without its first line, an entry proves nothing. */
function lineTakenError(name) {
    return new errors_ActionError('copies', `The service has stored the entry “${name}” without its first line, which says where the text comes from.`, 'Runbook Sync needs that line: ask the people who run the service why it is removed. Nothing more was sent.');
}

;// CONCATENATED MODULE: ./src/sync/delivery.ts









/** Failures that concern every entry if they come before the first success. */
const SYSTEMIC = ['forbidden', 'wrong-address', 'unreachable'];
/** If there are more sends than these, the first one is confirmed before the others. */
const FEW = 3;
/** One entry can have two: the text of a person who was quicker, and what the service makes of the text that was sent. */
const MAX_OTHER_TEXTS = 2;
/** Sends entries and confirms them. The failure of one entry is its outcome. */
class Delivery {
    #marksSent = new Map();
    #client;
    #journal;
    #saved;
    #within;
    /** Systemic failures before the first success. */
    #early = new Map();
    #hasSucceeded = false;
    /** True if an upsert has made a second entry, perhaps for an earlier commit. */
    #hasCopied = false;
    /** Entries that the list showed otherwise than they were sent, and how many of them it cut. */
    #altered = 0;
    #cut = 0;
    constructor(options) {
        this.#client = options.client;
        this.#journal = options.journal;
        this.#saved = options.saved;
        this.#within = options.confirmWithin;
    }
    /** The mark that was sent last, by name, over all commits of a run. */
    get marksSent() {
        return this.#marksSent;
    }
    /**
     * @throws {ActionError} what ended the run: a rejected token, a cancellation, no success for too long, a service that makes
     *   copies, a list that cannot be read; or, before the first success, that address or permission are wrong.
     */
    async deliver(shipments) {
        const isCareful = shipments.length > FEW || this.#hasCopied;
        const rest = isCareful ? await this.#confirmFirst(shipments) : shipments;
        await this.#confirm(await this.send(rest, shipments.length));
    }
    /**
     * Sends without confirming, which is all that is possible without a list.
     *
     * @param total number of shipments, with those that were sent before.
     * @returns what the service accepted.
     * @throws {ActionError} as `deliver` does, but for the list.
     */
    async send(shipments, total = shipments.length) {
        const queue = new p_queue_dist/* default */.Ay({ concurrency: this.#client.concurrency });
        const sent = await queue.addAll(shipments.map((shipment) => async () => this.#send(shipment)));
        this.#settleEarly(total);
        if (this.#client.ended !== undefined)
            throw this.#client.ended;
        return sent.filter((entry) => entry !== undefined);
    }
    /** Says once what the list made of all that was sent. */
    noteAltered() {
        if (this.#altered > 0) {
            const message = `The list shows another text than was sent for ${count(this.#altered, 'entry', 'entries')}. The run sent ` +
                `${this.#altered === 1 ? 'it' : 'them'} again with a seal of what is shown, so that edits are recognised.`;
            this.#journal.notice({ level: 'notice', message });
        }
        if (this.#cut > 0) {
            const message = `The service stores or shows only the beginning of ${count(this.#cut, 'text')}: look at one in the assistant. Edits further below are not seen, and are replaced.`;
            this.#journal.notice({ level: 'warning', message });
        }
    }
    /** Sends one after the other until one is accepted, and confirms that. @returns the others. */
    async #confirmFirst(shipments) {
        // An update shows whether the service makes copies.
        const ordered = shipments.toSorted((a, b) => Number(b.rows.length > 0) - Number(a.rows.length > 0));
        for (const [at, shipment] of ordered.entries()) {
            const accepted = await this.#send(shipment);
            if (accepted === undefined)
                continue;
            await this.#confirm([accepted], (sighting, hasMarks) => {
                if (sighting.kind === 'copied')
                    return copiesError(shipment.name);
                const isNew = shipment.rows.length === 0;
                return sighting.kind === 'no mark' && isNew && !hasMarks ? lineTakenError(shipment.name) : undefined;
            });
            return ordered.slice(at + 1);
        }
        return [];
    }
    /** @returns undefined if the service did not accept it. */
    async #send(shipment) {
        // Conversions block the event loop: answers, such as a 401, arrive before the next one.
        await (0,promises_.setImmediate)();
        if (this.#client.ended !== undefined)
            return undefined;
        const { decision, name } = shipment;
        try {
            const content = await shipment.content();
            const mark = this.#noteMark(name, content);
            const attempts = await this.#client.upsert({ name, content });
            this.#hasSucceeded = true;
            this.#journal.outcome({ kind: 'accepted', decision, attempts });
            return { ...shipment, mark, others: [] };
        }
        catch (error) {
            this.#fail(shipment, error);
            return undefined;
        }
    }
    /** Before it is sent: a request without an answer may have arrived. */
    #noteMark(name, content) {
        const line = readSource(content);
        const mark = line === undefined ? '' : markOf(line);
        this.#marksSent.set(foldName(name), mark);
        return mark;
    }
    #fail(shipment, error) {
        if (error === this.#client.ended)
            return;
        if (!(error instanceof errors_ActionError))
            throw error;
        if (error instanceof RequestError && !this.#hasSucceeded && SYSTEMIC.includes(error.kind)) {
            this.#early.set(shipment, error);
            if (this.#early.size >= 2 * this.#client.concurrency)
                this.#client.end(error);
            return;
        }
        const attempts = error instanceof RequestError ? error.attempts : 0;
        this.#journal.outcome({ kind: 'failed', decision: shipment.decision, error, attempts });
    }
    /** If everything failed in the same way, that ends the run; otherwise each failure is that of its entry. */
    #settleEarly(total) {
        const [failure] = this.#early.values();
        if (failure !== undefined && this.#early.size === total)
            this.#client.end(failure);
        if (this.#client.ended !== undefined)
            return;
        for (const [{ decision }, error] of this.#early) {
            this.#journal.outcome({ kind: 'failed', decision, error, attempts: error.attempts });
        }
        this.#early.clear();
    }
    /** Reads the list until each entry has its outcome: an answer alone is no evidence. */
    async #confirm(accepted, reasonToEnd = () => undefined) {
        const deadline = new Deadline(this.#within);
        let waiting = new Set(accepted);
        while (waiting.size > 0) {
            const reading = await lookFor([...waiting], this.#client);
            const isLast = deadline.isOver;
            const next = await Promise.all(Array.from(waiting, async (entry) => {
                const sighting = reading.sightingOf(entry);
                const error = reasonToEnd(sighting, reading.hasMarks);
                if (error !== undefined)
                    throw error;
                return this.#judge(entry, sighting, isLast);
            }));
            const left = new Set(next.filter((entry) => entry !== undefined));
            if (left.size === 0)
                return;
            // After another send, the full time begins again for all that are waited for.
            if (!left.isSubsetOf(waiting))
                deadline.restart();
            waiting = left;
            const message = `waiting for the list to show ${count(waiting.size, 'entry', 'entries')}`;
            this.#journal.notice({ level: 'progress', message });
            await this.#client.pause(deadline.nextPause());
        }
    }
    /** @returns the entry while the list is to be read for it, as it was sent last; undefined once it has its outcome. */
    async #judge(entry, sighting, isLast) {
        switch (sighting.kind) {
            case 'stored':
                await this.#settle(entry, sighting.content);
                return undefined;
            case 'altered':
                if (entry.others.length < MAX_OTHER_TEXTS)
                    return this.#sendAgain(entry, sighting.content);
                break;
            case 'copied':
                this.#hasCopied = true;
                break;
            case 'other version':
            case 'no mark':
            case 'no row':
                if (!isLast)
                    return entry;
        }
        this.#failUnconfirmed(entry, sighting);
        return undefined;
    }
    async #settle({ decision, content, others }, shown) {
        this.#journal.outcome({ kind: 'stored', decision });
        const altered = others.find(({ text }) => text === withoutMarks(shown));
        // Any other text is that of a person.
        if (altered?.file === undefined)
            return;
        await this.#drop(altered.file);
        this.#altered++;
        if (isBeginning(altered.text, withoutMarks(await content())))
            this.#cut++;
    }
    #failUnconfirmed({ decision }, sighting) {
        this.#journal.outcome({ kind: 'failed', decision, error: unconfirmedError(sighting, this.#within) });
    }
    /** Saves what is shown, because a person may have been quicker, and sends the entry under the seal of it. */
    async #sendAgain(entry, shown) {
        try {
            const own = await entry.content();
            const text = withoutMarks(shown);
            const file = text === withoutMarks(own) ? undefined : await this.#save(entry.decision, shown);
            const content = resealed(own, sealOf(entry.name, shown));
            const mark = this.#noteMark(entry.name, content);
            await this.#client.upsert({ name: entry.name, content });
            return { ...entry, mark, others: [...entry.others, { text, file }] };
        }
        catch (error) {
            if (error === this.#client.ended)
                throw error;
            this.#fail(entry, error);
            return undefined;
        }
    }
    /** @returns the file. */
    async #save({ path, name = '' }, content) {
        const saved = await this.#saved.save(path, name, content);
        this.#journal.outcome({ kind: 'saved', ...saved });
        return saved.file;
    }
    async #drop(file) {
        await this.#saved.drop(file);
        this.#journal.outcome({ kind: 'dropped', file });
    }
}
/** True if a list shows only the beginning of a text, perhaps as one line with an ellipsis. */
function isBeginning(shown, text) {
    const asLine = (one) => one.replace(/\s+/g, ' ').trim();
    return asLine(text).startsWith(asLine(shown.replace(/(?:…|\.{3})$/, '')));
}

;// CONCATENATED MODULE: ./src/sync/retire.ts


/**
 * The entry of a runbook that is gone: a note in place of its text, because the API cannot delete. Paths and names stand in
 * code spans, in which nothing is markup.
 */
function retirementNote({ path, name = '', now }, options, ref, commit) {
    const { repository, serverUrl } = options;
    const since = commit === undefined
        ? ''
        : ` as of commit [\`${event_shortId(commit.id)}\`](${serverUrl}/${repository}/commit/${commit.id}) of ${commit.date}`;
    const instead = now === undefined
        ? `Look in \`${repository}\` for what replaces it.`
        : `Use ${codeSpan(now.name ?? '')} instead (\`${repository}\`, ${codeSpan(now.path)}).`;
    const below = '**This runbook is retired. Do not follow it.**\n\n' +
        `Its runbook ${codeSpan(path)} is not on the branch ${codeSpan(event_shortRef(ref))} of \`${repository}\` any more${since}. ${instead}`;
    const version = versionOf({ blob: '', name, path }, options);
    return sealedEntry({ kind: 'retired', name, path, version }, { above: '', below }, options);
}
/** A code span for any text: its fence is longer than every run of backticks in it (CommonMark 0.31, 6.1). */
function codeSpan(text) {
    const line = text.replace(/\s+/g, ' ');
    const longest = (line.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0);
    const fence = '`'.repeat(longest + 1);
    return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

;// CONCATENATED MODULE: ./src/sync/sync.ts










/** How often a run follows a branch that moves while it delivers. */
const MAX_ROUNDS = 20;
/** Makes the knowledge base equal to the head of the branch, until the branch has not moved. */
async function syncBranch(sync) {
    const { findHead, client, journal, saved, confirmWithin, ref } = sync;
    const delivery = new Delivery({ client, journal, saved, confirmWithin });
    const deliver = confirmWithin === 0 ? deliverWithoutList : deliverCommit;
    let head = await findHead(undefined);
    for (let round = 1; round <= MAX_ROUNDS; round++) {
        const decided = await deliver(sync, delivery, head);
        const tip = await findHead(head);
        if (tip === head) {
            delivery.noteAltered();
            return decided;
        }
        head = tip;
    }
    throw restlessError(ref);
}
function restlessError(ref) {
    return new errors_ActionError('branch-moved', `The branch ${event_shortRef(ref)} moved ${MAX_ROUNDS} times while this run delivered.`, `Run ${wording_term('job')} again when fewer commits arrive.`);
}
/** Compares a commit with the list, sends what differs, and confirms it in the list. */
async function deliverCommit(sync, delivery, head) {
    const { client, journal, findHead, showsTexts } = sync;
    const decided = await decideCommit(sync, head, client, delivery.marksSent);
    journal.decided({ ...decided, inventory: inventoryOf(decided, showsTexts) });
    noteListProblems(decided, journal);
    const reason = reasonToStop(decided, delivery.marksSent.size === 0 ? 'Nothing was sent' : 'Nothing more was sent');
    if (reason !== undefined && !(await sync.agrees(reason)))
        throw reason;
    await saveReplacedTexts(sync, decided.decisions);
    await delivery.deliver(shipmentsOf(decided, ({ name = '' }) => decided.entries.rowsOf(name)));
    const hasFailed = journal.has('failed');
    const toRetire = decided.decisions.filter(({ kind }) => kind === 'retire');
    // A runbook may have come back meanwhile; then the next round decides.
    if (toRetire.length === 0 || hasFailed || (await findHead(head)) !== head)
        return decided;
    await delivery.deliver(await retirementsOf(sync, decided, toRetire));
    return decided;
}
/** Without the list, nothing is compared and nothing confirmed. */
async function deliverWithoutList(sync, delivery, head) {
    const all = await decideCommitWithoutList(sync, head);
    // Nobody can say what the others have, so a run sends only what it is about.
    const decisions = all.decisions.filter(({ kind, isWaiting }) => kind !== 'send' || isWaiting !== true);
    const decided = { ...all, decisions };
    sync.journal.decided({ ...decided, inventory: undefined });
    await delivery.send(shipmentsOf(decided, () => []));
    return decided;
}
function shipmentsOf({ decisions, runbooks, conversions }, rowsOf) {
    const byPath = new Map(runbooks.named.map((runbook) => [runbook.path, runbook]));
    return decisions.flatMap((decision) => {
        const runbook = decision.kind === 'send' ? byPath.get(decision.path) : undefined;
        if (runbook === undefined)
            return [];
        const content = () => conversions.contentOf(runbook);
        return [{ decision, name: runbook.name, content, rows: rowsOf(decision) }];
    });
}
/** Before anything is sent. */
async function saveReplacedTexts({ saved, journal }, decisions) {
    for (const { kind, path, name = '', texts = [] } of decisions) {
        if (kind !== 'send')
            continue;
        for (const { content } of texts)
            journal.outcome({ kind: 'saved', ...(await saved.save(path, name, content)) });
    }
}
/** The notes for entries that a fresh reading of the list still shows as orphans that nobody has edited. */
async function retirementsOf(sync, decided, toRetire) {
    const { client, options, ref, source } = sync;
    const { history } = source;
    const { runbooks, facts, head } = decided;
    const entries = await readEntries(client, () => false);
    const now = decideOrphans(runbooks, entries, facts, true);
    const names = new Set(now.flatMap(({ kind, name }) => (kind === 'retire' ? [name] : [])));
    const commit = history && { id: head, date: await history.dateOf(head) };
    return toRetire
        .filter(({ name }) => names.has(name))
        .map((decision) => ({
        decision,
        name: decision.name ?? '',
        content: () => Promise.resolve(retirementNote(decision, options, ref, commit)),
        rows: entries.rowsOf(decision.name ?? '')
    }));
}

;// CONCATENATED MODULE: ./src/cli/workflow.ts





/** What needs a look before anything is sent stands first. Never the address: one from a checkout would get the token. */
const workflow_TAKEN = [...new Set(['on-conflict', 'files', 'entry-name', ...INPUT_NAMES])].filter((name) => name !== 'base-url');
/** What says which entries there are, and with which text. */
const DECISIVE = ['files', 'entry-name', 'front-matter', 'links'];
/** Bytes of a workflow: `yaml` takes time that grows with the square of the number of keys. */
const workflow_MAX_BYTES = 16 * 1024;
/** Workflows that use the Action. */
const workflow_MAX_FILES = 20;
/** Workflows that are searched for it. */
const MAX_SEARCHED = 500;
const workflow_OURS = /runbook-sync\/runbook-sync/i;
const USES = /^runbook-sync\/runbook-sync(?:@|$)/i;
/** True if GitHub takes a path for a workflow. */
function isWorkflow(path) {
    return /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path);
}
/** True if a text names the Action. */
function namesAction(workflow) {
    return workflow_OURS.test(workflow);
}
/**
 * The options of the step that uses the Action, so that a laptop shows what the workflow will do.
 *
 * @param command names the workflow, if it names one, or none, and does not need the options that it has itself.
 * @throws {ActionError} of kind `input` if several steps have other options, or none has the name; for `sync` also if only a run
 * knows what decides about entries.
 */
async function workflowOptions(source, head, { name: command, given }, notice) {
    const wanted = given('workflow');
    if (wanted === 'none')
        return {};
    const { steps: all, large } = await stepsOf(source, head);
    const file = wanted?.replace(/^.*\//, '');
    const steps = all.filter(({ name }) => file === undefined || name === file || name.startsWith(`${file}:`));
    const [step, ...others] = new Map(steps.map((each) => [wordsOf(each), each])).values();
    if (step !== undefined && others.length === 0) {
        const isUsed = (option) => OPTIONS.some(({ name, commands }) => name === option && commands.includes(command) && given(name) === undefined);
        const unknown = step.unknown.filter((name) => DECISIVE.includes(name) && isUsed(name));
        if (command === 'sync' && unknown.length > 0) {
            const names = listed(unknown.map((name) => `\`${name}\``));
            throw usageError(`Only a run of ${step.name} knows ${names}, and another value would make other entries, which no API can delete.`, `Give ${listed(unknown.map((name) => `\`--${name}\``))}.`);
        }
        const words = wordsOf(step, isUsed);
        if (words !== '')
            notice({ level: 'notice', message: `Options of ${step.name}: ${words}.` });
        return step.options;
    }
    if (wanted === undefined && step === undefined) {
        if (large.length > 0) {
            const message = `A workflow above ${workflow_MAX_BYTES / 1024} KiB is not searched for options: ${listed(large)}.`;
            notice({ level: 'notice', message });
        }
        return {};
    }
    const choices = step === undefined ? all : [step, ...others];
    // People paste what they can choose, and a file may have any name.
    const named = choices.filter(({ name }) => /^[\w.:-]+$/.test(name));
    const commands = named.map((choice) => `\`--workflow ${choice.name}\` (${wordsOf(choice)})`);
    throw usageError(step === undefined
        ? 'No workflow of this name uses this Action in HEAD.'
        : 'Several steps use this Action, and differ in their options.', joined([commands.length > 0 && `Choose ${listed(commands, 10)}, or`, '`--workflow none` for none of them.']));
}
/** The steps that use the Action, and the names of workflows that are too large to be read. */
async function stepsOf(source, head) {
    const { files } = await source.list(head, isWorkflow);
    const texts = [];
    const large = [];
    for (const file of files.slice(0, MAX_SEARCHED)) {
        const name = file.path.replace(/^.*\//, '');
        const content = await source.read(file, workflow_MAX_BYTES);
        if (content.kind === 'too-large')
            large.push(name);
        else if (namesAction(content.bytes.toString()))
            texts.push({ name, text: content.bytes.toString() });
    }
    const steps = texts.slice(0, workflow_MAX_FILES).flatMap(({ name, text }) => {
        const found = stepsIn(text);
        return found.map((step, at) => ({ ...step, name: found.length > 1 ? `${name}:${at + 1}` : name }));
    });
    return { steps, large };
}
/** The steps of one workflow; none if it cannot be read. */
function stepsIn(text) {
    let jobs;
    try {
        jobs = field_field((0,dist/* parse */.qg)(text, { schema: 'failsafe', maxAliasCount: 100, logLevel: 'error' }), 'jobs');
    }
    catch {
        return [];
    }
    const steps = Object.values(jobs ?? {}).flatMap((job) => field_field(job, 'steps'));
    return steps.flatMap((step) => {
        const uses = field_field(step, 'uses');
        if (typeof uses !== 'string' || !USES.test(uses))
            return [];
        // GitHub does not distinguish their case.
        const inputs = new Map(Object.entries(field_field(step, 'with') ?? {}).map(([key, value]) => [key.toLowerCase(), value]));
        return inputs.get('mode') === 'check' ? [] : [stepOf(inputs)];
    });
}
function stepOf(inputs) {
    const given = workflow_TAKEN.flatMap((name) => {
        const value = inputs.get(name);
        return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [];
    });
    const options = given.filter(([, value]) => !value.includes('${{'));
    const unknown = given.filter(([, value]) => value.includes('${{')).map(([name]) => name);
    return { options: Object.fromEntries(options), unknown };
}
/** The options as a command line has them. */
function wordsOf({ options, unknown }, isUsed = () => true) {
    const used = Object.entries(options).filter(([name]) => isUsed(name));
    const words = used.map(([name, value]) => {
        return `--${name} ${/^[\w./-]+$/.test(value) ? value : `'${shorten(value, 200).replaceAll("'", '’')}'`}`;
    });
    // People choose `on-conflict` for a run by hand.
    const missing = unknown.filter((name) => name !== 'on-conflict' && isUsed(name)).map((name) => `--${name}`);
    const without = missing.length > 0 && `without ${missing.join(', ')}, which only a run knows`;
    return joined([words.join(' '), without], ', ');
}

;// CONCATENATED MODULE: ./src/cli/branch-tip.ts




/**
 * The commit that a sync delivers: `HEAD`, or, in a pipeline whose file is known, a newer one of the branch, because no other
 * pipeline has to deliver that.
 *
 * @throws {ActionError} of kind `branch-moved` if the branch of the remote has another commit, the remote does not say, or the
 *   options of a newer commit may be others.
 */
async function commitToSend({ clone, remote, head, branch }, { history }, env) {
    const staleError = (why, hint) => new errors_ActionError('branch-moved', `${why}.`, `${hint} To send ${event_shortId(head)} all the same, add \`--allow-stale\`.`);
    if (remote === undefined) {
        const why = 'The repository has no remote that could tell whether HEAD is current';
        throw staleError(why, 'Add one: `git remote add`.');
    }
    // A remote may have its URL as its name.
    const shown = withoutCredentials(remote);
    const told = await clone.tip(remote, branch);
    if ('problem' in told) {
        const why = `The remote ${shown} does not say where ${branch} is: ${told.problem}`;
        throw staleError(why, 'Check that `git fetch` works here.');
    }
    const { tip } = told;
    if (tip === head)
        return head;
    const place = tip === undefined ? 'does not exist' : `is at ${event_shortId(tip)}`;
    const why = `HEAD is ${event_shortId(head)}, and the branch ${branch} of ${shown} ${place}`;
    const isPipelineFile = pipelineFiles(env);
    if (isPipelineFile === undefined || tip === undefined || !(await clone.isNewer(remote, branch, tip, head))) {
        throw staleError(why, 'Pull or push, and run this again; `--branch` names another branch.');
    }
    // The options of this run may be old.
    const changes = await history?.differences(head, tip, isPipelineFile);
    if (changes?.size !== 0)
        throw staleError(`${why}, with another pipeline`, 'Start a pipeline of the newer commit.');
    return tip;
}
/** Tells the files that have the options of a pipeline; undefined if it is none, or of a CI whose files are not known. */
function pipelineFiles(env) {
    if (env['GITHUB_ACTIONS'] === 'true')
        return isWorkflow;
    if (env['GITLAB_CI'] !== 'true')
        return undefined;
    const file = env['CI_CONFIG_PATH'] ?? '.gitlab-ci.yml';
    // `--workflow` and a clone of a mirror take options from workflows.
    return (path) => path === file || isWorkflow(path);
}

;// CONCATENATED MODULE: ./src/branch/uncommitted.ts





// What a clone has beside its commits. The code that opened the repository closes it.
/** The index of a clone, which `git commit` would make a commit of. */
class StagedFiles {
    isUncommitted = true;
    history;
    #clone;
    #paths;
    constructor(clone, repository) {
        this.#clone = clone;
        this.history = repository;
    }
    async list(_commit, matches) {
        const selection = new Selection(matches);
        const paths = new Set();
        await this.#clone.listIndex(({ path, id, skip }) => {
            paths.add(path);
            selection.add(path, id, skip);
        });
        this.#paths = paths;
        return selection;
    }
    prefetch(ids) {
        return this.history.prefetch(ids);
    }
    read(file, limit) {
        return this.history.read(file, limit);
    }
    async missing(commit, paths) {
        if (this.#paths === undefined)
            await this.list(commit, () => false);
        return new Set(paths).difference(withFolders(this.#paths ?? []));
    }
    async [Symbol.asyncDispose]() {
        // Nothing stays open between two calls.
    }
}
/** The work tree of a clone: what `git add --all` and `git commit` would make a commit of. */
class WorkTreeFiles {
    isUncommitted = true;
    history;
    #clone;
    #disk;
    /** Files that Git does not have as they are, by path. */
    #changed = new Map();
    /** Paths that a sparse checkout leaves out. */
    #leftOut = new Set();
    constructor(clone, repository) {
        this.#clone = clone;
        this.history = repository;
        this.#disk = new disk_DiskFiles(clone.root);
    }
    async list(_commit, matches) {
        const selection = new Selection(matches);
        const all = [];
        await this.#clone.listIndex((listed, isLeftOut) => {
            if (isLeftOut)
                this.#leftOut.add(listed.path);
            all.push(listed);
        });
        await this.#clone.listUntracked((path, isValid) => {
            all.push({ path, id: '', skip: isValid ? undefined : 'not UTF-8' });
        });
        const idLength = all.find(({ id }) => id !== '')?.id.length;
        for (const listed of all) {
            const isOnDisk = matches(listed.path) && READ_FROM_DISK.has(listed.skip) && !this.#leftOut.has(listed.path);
            if (isOnDisk)
                await this.#addFromDisk(selection, listed, idLength);
            else
                selection.add(listed.path, listed.id, listed.skip);
        }
        selection.files.sort((one, other) => (one.path < other.path ? -1 : 1));
        return selection;
    }
    async prefetch(ids) {
        const onDisk = new Set(Array.from(this.#changed.values(), ({ id }) => id));
        return this.history.prefetch(new Set(ids).difference(onDisk));
    }
    read(file, limit) {
        // An earlier text of the same path is in Git.
        const isOnDisk = this.#changed.get(file.path)?.id === file.id;
        return isOnDisk ? this.#disk.read(file, limit) : this.history.read(file, limit);
    }
    async missing(commit, paths) {
        return new Set(await this.#disk.missing(commit, paths)).difference(withFolders(this.#leftOut));
    }
    async [Symbol.asyncDispose]() {
        // Nothing stays open between two calls.
    }
    /** Adds nothing for a file that was removed. */
    async #addFromDisk(selection, { path, id }, idLength) {
        const stats = await unlessMissing((0,external_node_fs_promises_.lstat)((0,external_node_path_.join)(this.#clone.root, path)));
        if (stats === undefined)
            return;
        const skip = skipByStats(stats);
        if (skip !== undefined) {
            selection.add(path, '', skip);
            return;
        }
        const content = await this.#disk.read({ path, id }, MAX_COMPARED);
        if (content.kind === 'bytes' && isStoredAs(content.bytes, id)) {
            selection.add(path, id, undefined);
            return;
        }
        const file = { path, id: content.kind === 'bytes' ? blobIdOf(content.bytes, idLength) : '' };
        this.#changed.set(path, file);
        selection.add(path, file.id, undefined);
    }
}
/** What the index calls a link may be a file by now. */
const READ_FROM_DISK = new Set([undefined, 'symlink', 'special file']);

;// CONCATENATED MODULE: ./src/cli/edits.ts




/** The files of the work tree that have the edit which keeps their runbooks from being sent, so that it only has to be committed. */
async function filesWithEdit({ decisions, entries }, { local, repository, options, uncommitted }) {
    const edited = decisions.filter(({ kind, texts = [] }) => (kind === 'kept' || kind === 'refused') && texts.length > 0);
    const candidates = new Set(edited.map(({ path }) => path)).intersection(new Set(uncommitted));
    if (candidates.size === 0)
        return [];
    const source = new WorkTreeFiles(local.clone, repository);
    const { files } = await source.list(local.head, (path) => candidates.has(path));
    const { named } = await readRunbooks(source, files, options);
    const evidence = await findEvidence(named, entries, {
        head: local.head,
        source,
        conversions: new Conversions(source, options),
        options,
        isRunbook: () => true
    });
    return named.filter(({ name }) => entries.rowsOf(name).some((row) => evidence.has(row))).map(({ path }) => path);
}

;// CONCATENATED MODULE: ./src/cli/folder.ts




/**
 * Makes a folder if it is missing.
 *
 * @param folder absolute path.
 * @throws {ActionError} of kind `input` if that is impossible.
 */
async function makeFolder(folder) {
    // With `recursive`, Node tries without an end if a parent that exists takes no folder, as /proc.
    const missing = [];
    for (let path = folder; !(0,external_node_fs_.existsSync)(path); path = (0,external_node_path_.dirname)(path))
        missing.unshift(path);
    try {
        for (const path of missing)
            await (0,external_node_fs_promises_.mkdir)(path);
        if (!(await (0,external_node_fs_promises_.stat)(folder)).isDirectory())
            throw new Error('a file has its name');
    }
    catch (error) {
        const message = `The folder ${folder} cannot be made: ${errors_messageOf(error)}.`;
        throw new errors_ActionError('input', message, 'Choose another folder.', { cause: error });
    }
}

;// CONCATENATED MODULE: ./src/cli/pipeline-file.ts

/** The commit of this repository that README.md names. */
const pipeline_file_VERSION = 'c6d6bc389eb77432dded7dcd1fbf8742421b964d';
/** The default of `entry-name`. */
const DEFAULT_NAME = '{title}';
/** That of README.md. */
const GITHUB_WORKFLOW = {
    path: '.github/workflows/runbooks.yml',
    text: ({ branch, baseUrl, files, entryName }) => `on:
  push: { branches: ${(0,dist/* stringify */.As)([branch], FLOW).trim()} }
  workflow_dispatch: { inputs: { on-conflict: { type: choice, options: [keep, replace] } } }
permissions: { contents: read }
jobs:
  runbooks:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v7
      - uses: runbook-sync/runbook-sync@${pipeline_file_VERSION}
        with:
          token: \${{ secrets.RUNBOOK_SYNC_TOKEN }}
          base-url: ${scalar(baseUrl)}
          files: ${lines(files, 12)}
          on-conflict: \${{ inputs.on-conflict }}
${entryName === DEFAULT_NAME ? '' : `          entry-name: ${scalar(entryName)}\n`}`
};
/** The short form of examples/gitlab-ci.yml. */
const GITLAB_PIPELINE = {
    path: '.gitlab-ci.yml',
    text: ({ baseUrl, files, entryName }) => `runbooks:
  image: node:24
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  resource_group: knowledge-base # one at a time
  variables:
    RUNBOOK_SYNC_BASE_URL: ${scalar(baseUrl)}
    RUNBOOK_SYNC_FILES: ${lines(files, 6)}
${entryName === DEFAULT_NAME ? '' : `    RUNBOOK_SYNC_ENTRY_NAME: ${scalar(entryName)}\n`}  script:
    - git clone --quiet https://github.com/runbook-sync/runbook-sync /tmp/runbook-sync
    - git -C /tmp/runbook-sync checkout --quiet ${pipeline_file_VERSION}
    - git fetch --quiet origin "$CI_DEFAULT_BRANCH" # the newest commit, also in a job that waited
    - git checkout --quiet FETCH_HEAD
    - node /tmp/runbook-sync/dist/cli.js sync
`
};
const FLOW = { collectionStyle: 'flow', flowCollectionPadding: false, lineWidth: 0 };
/** A text as a value of YAML, on one line. */
function scalar(text) {
    return (0,dist/* stringify */.As)(text, { lineWidth: 0, singleQuote: true }).trim();
}
/** One line as a value, several as a block. */
function lines(texts, indentation) {
    const [only = ''] = texts;
    if (texts.length === 1)
        return scalar(only);
    return ['|', ...texts.map((text) => `${' '.repeat(indentation)}${text}`)].join('\n');
}

;// CONCATENATED MODULE: ./src/branch/clone.ts











/** Milliseconds for one question. */
const clone_TIMEOUT = 30_000;
/** The repository around a folder, as its user sees it: with the user's configuration and credentials. */
class Clone {
    /** Absolute path. */
    root;
    git;
    #rootOnly;
    #env;
    constructor(program, gitDir, env) {
        this.root = (0,external_node_path_.dirname)(gitDir);
        this.#env = env;
        // Named, Git also opens the repository of another user, as jobs in containers have it.
        this.git = new Git(program, gitDir, env, ['-C', this.root, `--git-dir=${gitDir}`, '--work-tree=.']);
        this.#rootOnly = new Git(program, gitDir, env, ['-C', this.root]);
    }
    /**
     * Looks for the repository around a folder.
     *
     * @param program absolute path of Git.
     * @param folder absolute path without symbolic links.
     * @throws {ActionError} of kind `input` if there is none.
     */
    static async find(program, folder, env) {
        const gitDir = await findGitDir(folder, (0,external_node_path_.parse)(folder).root);
        if (gitDir !== undefined)
            return new Clone(program, gitDir, env);
        const isBare = ['HEAD', 'objects', 'refs'].every((name) => (0,external_node_fs_.existsSync)((0,external_node_path_.join)(folder, name)));
        const why = isBare ? 'is a bare repository, which has no files' : 'is not in a Git repository';
        throw new errors_ActionError('input', `${folder} ${why}.`, 'Run this in a clone.');
    }
    /** False if the repository belongs to another user, because Git lets its configuration start programs. */
    async isTrusted() {
        // All that Git says: the name of a folder may have lines of its own.
        const { stderr } = await this.#rootOnly.run(['rev-parse', '--git-dir']);
        return !/dubious ownership|unsafe repository/.test(stderr);
    }
    /** The full id of what a name means; undefined if Git does not know it. */
    async commit(name) {
        return this.ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
    }
    /** `origin`, or else the first one. */
    async remote() {
        const remotes = output_linesOf((await this.ask('remote')) ?? '');
        return remotes.includes('origin') ? 'origin' : remotes[0];
    }
    /** The default branch of a remote; without a remote, the current one. Undefined if neither is known. */
    async branch(remote) {
        if (remote !== undefined) {
            // Not `--short`, which is longer if a tag has the same name.
            const folder = `refs/remotes/${remote}/`;
            const known = await this.ask('symbolic-ref', `${folder}HEAD`);
            if (known?.startsWith(folder) === true)
                return known.slice(folder.length);
            // HEAD may be on any branch, and its name says nothing about the default one.
            const asked = (await this.ask('ls-remote', '--symref', '--', remote, 'HEAD')) ?? '';
            const [, branch] = /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(asked) ?? [];
            if (branch !== undefined)
                return branch;
        }
        return (await this.ask('symbolic-ref', 'HEAD'))?.replace(/^refs\/heads\//, '');
    }
    /** Where a branch of a remote is, undefined if there is none; or why the remote does not say. */
    async tip(remote, branch) {
        const { problem, stdout } = await this.#run(['ls-remote', '--', remote, `refs/heads/${branch}`]);
        if (problem !== undefined)
            return { problem };
        // A pattern of `ls-remote` also matches the end of other names: `refs/heads/a/refs/heads/main`.
        const rows = output_linesOf(stdout).map((line) => line.split('\t'));
        return { tip: rows.find(([, ref]) => ref === `refs/heads/${branch}`)?.[0] };
    }
    /** Fetches a commit of a remote, and tells whether it comes after another one. */
    async isNewer(remote, branch, tip, head) {
        const quiet = ['--quiet', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head'];
        await this.ask('fetch', ...quiet, '--', remote, `refs/heads/${branch}`);
        return (await this.ask('merge-base', '--is-ancestor', head, tip)) !== undefined;
    }
    /**
     * Selected files that differ from `HEAD`. Git is not asked for what files contain: it would start filters of `.git/config`.
     *
     * @param files of `HEAD`.
     */
    async uncommitted(files, matches) {
        const lists = await Promise.all([
            this.ask('diff-index', '--cached', '--name-only', '-z', '--no-renames', 'HEAD'),
            this.ask('ls-files', '--others', '--deleted', '--exclude-standard', '-z')
        ]);
        const names = lists.flatMap((list) => list?.split('\0') ?? []);
        const changed = new Set(names.filter((path) => path !== '' && matches(path)));
        const tree = new WorkTree(this.root);
        for (const { path, id } of files) {
            const bytes = await tree.read(path, MAX_COMPARED);
            if (bytes !== undefined && !isStoredAs(bytes, id))
                changed.add(path);
        }
        return [...changed].sort();
    }
    /** Lists the paths of the index: `git commit` would store these. */
    async listIndex(onPath) {
        await this.git.stream(['ls-files', '-t', '--stage', '-z'], parseIndex(onPath), { env: await this.#indexOfHook() });
    }
    /** The files of the work tree that are neither in the index nor ignored. */
    async listUntracked(onPath) {
        const command = ['ls-files', '--others', '--exclude-standard', '-z'];
        await this.git.stream(command, splitRecords(onPath), { env: await this.#indexOfHook() });
    }
    /** For `git commit -a`, and `git commit FILE`, Git gives the hook an index of its own. Of another repository it is ignored. */
    async #indexOfHook() {
        const given = this.#env['GIT_INDEX_FILE'] ?? '';
        if (given === '')
            return {};
        const index = (0,external_node_path_.resolve)(this.root, given);
        const [folder, own] = await Promise.all([(0,external_node_path_.dirname)(index), await gitFolderOf(this.git.gitDir)].map(realFolder));
        return folder !== undefined && folder === own ? { GIT_INDEX_FILE: index } : {};
    }
    /** What a command prints; undefined if it fails. */
    async ask(...args) {
        const { problem, stdout } = await this.#run(args);
        return problem === undefined ? stdout.replace(/\n$/, '') : undefined;
    }
    async #run(args) {
        const late = { code: 1, stdout: '', stderr: `no answer in ${clone_TIMEOUT / 1000} s` };
        const { code, stdout, stderr } = await this.git.run(args, { timeout: clone_TIMEOUT }).catch(() => late);
        return code === 0 ? { stdout } : { stdout: '', problem: lastLine(stderr).replace(/\.$/, '') };
    }
}
async function realFolder(folder) {
    return (0,external_node_fs_promises_.realpath)(folder).catch(() => undefined);
}
/** A URL of Git, in its parts: `https://host/owner/name.git`, `ssh://git@host/owner/name` or `git@host:owner/name.git`. */
const REMOTE = /^(?:(https?|ssh|git):\/\/(?:[^/]*@)?([^/@]+)\/|(?:[^/@:]+@)?([^/@:]{2,}):(?!:|\/\/))(.+)$/i;
/** These hosts have one address, which people also write with `www.`, with `http:` or without a scheme. */
const PUBLIC_HOST = /^(?:www\.)?(github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)$/i;
/** In characters. */
const MAX_URL = 2000;
/** Where the web pages of a repository are, by the URL of its remote; undefined for a folder of this machine. */
async function clone_addressOf(url, hostOf) {
    if (url.length > MAX_URL)
        return undefined;
    const full = PUBLIC_HOST.test(url.split('/', 1)[0] ?? '') ? `https://${url}` : url;
    const [, scheme = 'ssh', host = '', sshHost = host, path = ''] = REMOTE.exec(full) ?? [];
    const repository = path.replace(/^\/+|(?:\.git)?\/*$/g, '');
    // The configuration of a clone is no more to be trusted than its files.
    if (!/^(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/i.test(sshHost))
        return undefined;
    if (!/^(?!\.\.?(?:\/|$))[\w.%-]+(?:\/(?!\.\.?(?:\/|$))[\w.%-]+)+$/.test(repository))
        return undefined;
    if (/^http/i.test(scheme)) {
        const known = PUBLIC_HOST.exec(host)?.[1];
        const server = known === undefined ? `${scheme}://${host}` : `https://${known}`;
        return { repository, serverUrl: server.toLowerCase() };
    }
    const server = await hostOf(sshHost.replace(/:\d+$/, ''));
    // SSH has addresses of its own there: `git@ssh.dev.azure.com:v3/organisation/project/repository`.
    const [, project, ...rest] = /^v3\/(.+)\/(.+)$/.exec(/azure|visualstudio/.test(server) ? repository : '') ?? [];
    if (project !== undefined)
        return { repository: [project, '_git', ...rest].join('/'), serverUrl: 'https://dev.azure.com' };
    // Hosts for SSH through port 443.
    const web = server.toLowerCase().replace(/^(?:alt)?ssh\.(?=(?:github\.com|gitlab\.com|bitbucket\.org)$)/, '');
    return { repository, serverUrl: `https://${web}` };
}
/** The host that an alias in the configuration of SSH means. */
async function hostOfAlias(alias, env) {
    const ssh = command_findProgram('ssh', env);
    if (ssh === undefined || !/^\w/.test(alias))
        return alias;
    const asking = (0,external_node_util_.promisify)(external_node_child_process_.execFile)(ssh, ['-G', '--', alias], { env, timeout: 10_000 });
    const { stdout } = await asking.catch(() => ({ stdout: '' }));
    return /^hostname (\S+)$/m.exec(stdout)?.[1] ?? alias;
}

;// CONCATENATED MODULE: ./src/cli/place.ts







/** @throws {ActionError} of kind `input` if there is no repository, or no Git. */
async function findRepository({ given }, env) {
    const program = command_findProgram('git', env);
    if (program === undefined)
        throw usageError('Git is not installed on this machine.', 'Install Git 2.36 or newer.');
    const clone = await Clone.find(program, await (0,external_node_fs_promises_.realpath)(process.cwd()), env);
    // In a CI, jobs in containers work in the checkout of another user.
    if ((env['CI'] ?? '') === '' && !(await clone.isTrusted())) {
        const hint = 'If you trust it: `git config --global --add safe.directory` with this path.';
        throw usageError(`The repository ${clone.root} belongs to another user.`, hint);
    }
    const { CI_PROJECT_PATH, CI_SERVER_URL } = gitLabVariables(env);
    const remote = await clone.remote();
    const url = remote === undefined ? undefined : await clone.ask('remote', 'get-url', remote);
    const known = await clone_addressOf(url ?? '', (alias) => hostOfAlias(alias, env));
    const repository = given('repository') ?? CI_PROJECT_PATH ?? known?.repository ?? '';
    const server = given('server-url') ?? CI_SERVER_URL ?? known?.serverUrl ?? 'https://github.com';
    const serverUrl = server.replace(/\/+$/, '');
    const named = given('forge') ?? forgeOf(URL.parse(serverUrl)?.hostname ?? '');
    return { clone, program, remote, repository, serverUrl, forge: named ?? forgeOfPipeline(clone.root, env) };
}
/** @throws {ActionError} of kind `input` if there is no commit, or the branch is not known. */
async function findCommit(command, place, env) {
    const head = await place.clone.commit('HEAD');
    if (head === undefined) {
        throw usageError('The repository has no commit, or Git cannot read it.', 'Commit the runbooks first.');
    }
    const branch = await branchOf(command, place, env);
    if (branch === undefined) {
        throw usageError('HEAD is detached, and the remote does not say which branch is the default.', 'Add `--branch NAME`.');
    }
    return { ...place, head, branch };
}
/** The branch whose runbooks the assistant has; undefined if it is not known. */
async function branchOf({ given }, { clone, remote }, env) {
    return given('branch') ?? gitLabVariables(env).CI_DEFAULT_BRANCH ?? (await clone.branch(remote));
}
/** The repository that `--from` names: `owner/name` on this server, or an address. */
function formerPlace(from, { serverUrl }) {
    const [, server = serverUrl, repository = from] = /^(https?:\/\/[^/]+)\/(.+)$/.exec(from) ?? [];
    return { serverUrl: server, repository: repository.replace(/(?:\.git)?\/*$/, '') };
}
/** The software of a server whose name does not reveal it. */
function forgeOfPipeline(root, env) {
    if (env['GITHUB_ACTIONS'] === 'true')
        return 'github';
    const isGitLab = env['GITLAB_CI'] === 'true' || (0,external_node_fs_.existsSync)((0,external_node_path_.join)(root, '.gitlab-ci.yml'));
    return isGitLab ? 'gitlab' : undefined;
}
/** None outside of its jobs. */
function gitLabVariables(env) {
    return env['GITLAB_CI'] === 'true' ? env : {};
}

;// CONCATENATED MODULE: ./src/cli/proposal.ts



/** How people call folders of runbooks. */
const RUNBOOKS = /^(?:run[-_]?books?|play[-_]?books?)$/i;
/** Folders with the files of others, or of tests. */
const proposal_OTHERS = /^(?:node_modules|vendor|third[-_]?party|testdata|fixtures|__tests__|\..*)$/i;
/** What a runbook is copied from. */
const COPIED = /(?:^|[-_./])templates?(?:[-_./]|$)/i;
/** What needs no escape, in a pattern and in a workflow: the name of a folder must not become a part of either. */
const PLAIN = /^[\p{L}\p{N}\p{M} @._/-]+$/u;
/** Folders of one name are named one by one up to this number. */
const MAX_FOLDERS = 3;
/**
 * Patterns for the files that look like runbooks; none if nothing does.
 *
 * @param paths of all files of a repository.
 */
function proposeFiles(paths) {
    const markdown = paths.filter((path) => isMarkdown(path) && PLAIN.test(path));
    const inFolders = markdown.filter((path) => folderOf(path) !== undefined);
    const folders = [...new Set(inFolders.map((path) => folderOf(path) ?? ''))].sort(byImportance);
    const copied = inFolders.filter((path) => COPIED.test(path));
    return [...proposal_patternsOf(folders, markdown), ...copied.map((path) => `!${path}`)];
}
/** The outermost folder of runbooks that a file is in. */
function folderOf(path) {
    const folders = path.split('/').slice(0, -1);
    const at = folders.findIndex((folder) => RUNBOOKS.test(folder));
    const isOthers = folders.some((folder) => proposal_OTHERS.test(folder));
    return at === -1 || isOthers ? undefined : folders.slice(0, at + 1).join('/');
}
/** The folders of services have one name; one pattern is about all of them if it selects nothing else. */
function proposal_patternsOf(folders, markdown) {
    const groups = Map.groupBy(folders, (folder) => external_node_path_.posix.basename(folder));
    return [...groups].flatMap(([name, group]) => {
        const below = markdown.filter((path) => path.split('/').slice(0, -1).includes(name));
        const isExact = below.every((path) => group.includes(folderOf(path) ?? ''));
        const roots = group.length > MAX_FOLDERS && isExact ? [`**/${name}`] : group;
        // Without an ending, a pattern selects all kinds of Markdown.
        const ending = below.every((path) => path.endsWith('.md')) ? '/**/*.md' : '/**';
        return roots.map((root) => root + ending);
    });
}
function byImportance(one, other) {
    const depth = one.split('/').length - other.split('/').length;
    if (depth !== 0)
        return depth;
    return one < other ? -1 : 1;
}
/** The folder that has most of the Markdown, as a pattern; undefined if there is none. */
function largestFolder(paths) {
    const inFolders = paths.filter((path) => {
        const [first = '', second] = path.split('/');
        return isMarkdown(path) && PLAIN.test(path) && second !== undefined && !proposal_OTHERS.test(first);
    });
    const groups = [...Map.groupBy(inFolders, (path) => path.split('/', 1)[0] ?? '')];
    const [largest] = groups.sort(([, one], [, other]) => other.length - one.length);
    return largest && `${largest[0]}/**/*.md`;
}
/** Templates of names in the order in which people like them. The last one gives each file a name of its own. */
const NAME_TEMPLATES = ['{title}', '{dir}: {title}', '{path}: {title}'];
/** The names that several files have, with these files. */
function repeatedNames(names) {
    const groups = Map.groupBy(names, ([, name]) => foldName(name));
    const repeated = [...groups.values()].filter((group) => group.length > 1);
    return new Map(repeated.map((group) => [group[0]?.[1] ?? '', group.map(([path]) => path)]));
}
/**
 * The first template by which each runbook has a name of its own; else the last one.
 *
 * @param names of the runbooks, by template and path.
 */
function proposeTemplate(names) {
    const templates = [...names.keys()];
    const unique = templates.find((template) => repeatedNames(names.get(template) ?? new Map()).size === 0);
    return unique ?? templates.at(-1) ?? NAME_TEMPLATES[0];
}

;// CONCATENATED MODULE: ./src/cli/init.ts












/** Bytes of a workflow that is searched for the Action. */
const MAX_WORKFLOW = 128 * 1024;
/** Files that a message names. */
const MAX_NAMED = 3;
/**
 * Writes the file that syncs the runbooks of the repository around the current folder, never over another one.
 *
 * @throws {ActionError} of kind `input` if something is not known, and there is nobody to ask.
 */
async function init(command, env, question) {
    const ask = question && answered(question);
    const local = await findRepository(command, env);
    const pipeline = pipelineOf(local);
    const tree = new WorkTree(local.clone.root);
    const paths = await pathsIn(local);
    const used = await findAction(tree, paths, pipeline);
    if (used !== undefined)
        return { isWritten: false, lines: [`${used} uses Runbook Sync already, so nothing was written.`] };
    const files = await chooseFiles(command, paths, ask);
    const selected = selectedOf(paths, files);
    const baseUrl = await chooseAddress(command, ask);
    const entryName = await chooseTemplate(command, (templates) => readNames(tree, selected, local, templates), ask);
    const branch = (await branchOf(command, local, env)) ?? 'main';
    const text = pipeline.text({ branch, baseUrl, files, entryName });
    const found = describeRunbooks(await readNames(tree, selected, local, [entryName]));
    if ((await tree.create(pipeline.path, Buffer.from(text))) === 'taken') {
        const taken = `${pipeline.path} is there already, and stays as it is. Add this to it:`;
        const addition = text.trimEnd().split('\n');
        return { isWritten: false, lines: [...found, taken, '', ...addition, '', ...nextSteps(local, pipeline)] };
    }
    return { isWritten: true, lines: [...found, `Wrote ${pipeline.path}.`, ...nextSteps(local, pipeline)] };
}
/** Nobody who ends a question agrees to what it proposes. */
function answered(ask) {
    return async (question) => {
        const answer = await ask(question);
        if (answer !== undefined)
            return answer;
        throw new errors_ActionError('cancelled', 'The command was cancelled.', 'Nothing was written.');
    };
}
function pipelineOf({ forge, serverUrl }) {
    if (forge === 'github')
        return GITHUB_WORKFLOW;
    if (forge === 'gitlab')
        return GITLAB_PIPELINE;
    if (forge === undefined) {
        throw usageError(`Cannot tell whether ${serverUrl} runs GitHub or GitLab.`, 'Add `--forge github` or `--forge gitlab`.');
    }
    const hint = 'docs/command-line.md has the commands for any other CI.';
    throw usageError('Only workflows for GitHub and pipelines for GitLab can be written.', hint);
}
/** The files of the work tree that Git has, or would add. */
async function pathsIn({ clone }) {
    const list = (await clone.ask('ls-files', '--cached', '--others', '--exclude-standard', '-z')) ?? '';
    return [...new Set(list.split('\0').filter((path) => path !== ''))];
}
/** The file that uses the Action, or the command line, already. */
async function findAction(tree, paths, pipeline) {
    for (const path of paths.filter((each) => isWorkflow(each) || each === pipeline.path)) {
        const content = await tree.read(path, MAX_WORKFLOW);
        if (content !== undefined && namesAction(content.toString()))
            return path;
    }
    return undefined;
}
async function chooseFiles({ given }, paths, ask) {
    const files = given('files');
    if (files !== undefined)
        return checked('files', files).files;
    const proposed = proposeFiles(paths);
    const largest = largestFolder(paths);
    if (ask === undefined && proposed.length === 0) {
        throw usageError('No folder of this repository is called `runbooks`.', adviceOn(largest));
    }
    const likely = proposed.length === 0 && largest !== undefined ? [largest] : proposed;
    // No pattern has a comma.
    const answer = (await ask?.(`Which files are runbooks? [${likely.join(', ')}] `))?.replaceAll(',', '\n');
    return checked('files', answer === undefined || answer === '' ? likely.join('\n') : answer).files;
}
/** @throws {ActionError} of kind `input` if there is none. */
function selectedOf(paths, files) {
    const { matches } = new patterns_Patterns(files);
    const selected = paths.filter((path) => matches(path));
    if (selected.length > 0)
        return selected;
    throw usageError('The patterns select no file.', adviceOn(largestFolder(paths)));
}
/** @param largest the pattern for the folder with the most Markdown. */
function adviceOn(largest) {
    if (largest === undefined)
        return 'Write a runbook first, for example `docs/runbooks/disk-full.md`.';
    return `Name the files. Most Markdown is in \`--files '${largest}'\`.`;
}
async function chooseAddress({ given }, ask) {
    const question = 'Which address has the assistant’s API? (as https://assistant.example.com/api) ';
    const { baseUrl } = checked('base-url', given('base-url') ?? (await ask?.(question)) ?? '');
    if (baseUrl !== undefined)
        return baseUrl;
    throw usageError('The address of the assistant’s API is not known.', 'Add `--base-url URL`.');
}
async function chooseTemplate({ given }, read, ask) {
    const entryName = given('entry-name');
    if (entryName !== undefined)
        return checked('entry-name', entryName).nameTemplate;
    const { names } = await read(NAME_TEMPLATES);
    const proposed = proposeTemplate(names);
    if (proposed === NAME_TEMPLATES[0] || ask === undefined)
        return proposed;
    const repeated = describeRepeated(names.get(NAME_TEMPLATES[0]) ?? new Map());
    const answer = await ask(`${repeated} Later, all entries would be doubled.\nHow are entries named? [${proposed}] `);
    return checked('entry-name', answer === '' ? proposed : answer).nameTemplate;
}
/** @throws {ActionError} of kind `input` for what the Action would refuse, or GitHub would take for an expression. */
function checked(input, value) {
    if (value.includes('${{')) {
        throw usageError('`${{` begins an expression in a workflow.', 'Write the value itself.');
    }
    return readInputs((name) => (name === input ? value : ''), () => undefined);
}
async function readNames(tree, paths, { repository, serverUrl }, templates) {
    const names = new Map(templates.map((template) => [template, new Map()]));
    const refused = new Map();
    const options = { frontMatter: 'strip', links: 'keep', repository, serverUrl, ref: '' };
    for (const path of paths) {
        const bytes = await tree.read(path, MAX_BYTES);
        if (bytes === undefined)
            continue;
        for (const [nameTemplate, named] of names) {
            const result = readRunbook({ path, id: '' }, { kind: 'bytes', bytes }, { ...options, nameTemplate });
            if (result.kind === 'runbook')
                named.set(path, result.name);
            if (result.kind === 'refused')
                refused.set(path, `${result.reason} ${result.hint}`);
        }
    }
    return { names, refused };
}
/** What the first sync will send, and what it will not. */
function describeRunbooks({ names, refused }) {
    const [[template, named] = ['', new Map()]] = names;
    const [first] = named;
    const example = first === undefined ? '' : `, for example “${first[1]}” (${first[0]})`;
    const how = template === NAME_TEMPLATES[0] ? '' : `, named \`${template}\``;
    const repeated = describeRepeated(named);
    return [
        `Found ${count(named.size, 'runbook')}${how}${example}.`,
        ...(repeated === '' ? [] : [`${repeated} Give each a \`title\` of its own, or choose another \`--entry-name\`.`]),
        ...Array.from(refused, ([path, why]) => `${path}: ${why}`).slice(0, MAX_NAMED),
        ...(refused.size > MAX_NAMED ? [`${count(refused.size - MAX_NAMED, 'more file')} cannot be sent.`] : [])
    ];
}
/** `2 names repeat, for example “Overview” (a.md, b.md).`; empty if none does. */
function describeRepeated(names) {
    const repeated = repeatedNames(names);
    const [example] = repeated;
    if (example === undefined)
        return '';
    const [name, paths] = example;
    const verb = repeated.size === 1 ? 'repeats' : 'repeat';
    return `${count(repeated.size, 'name')} ${verb}, for example “${name}” (${listed(paths, MAX_NAMED)}).`;
}
/** What only a person can do. */
function nextSteps({ serverUrl, repository }, pipeline) {
    const home = `${serverUrl}/${repository === '' ? 'OWNER/NAME' : repository}`;
    const isGitHub = pipeline === GITHUB_WORKFLOW;
    const store = isGitHub
        ? `Save it as the secret RUNBOOK_SYNC_TOKEN: ${home}/settings/secrets/actions/new`
        : `Save it as the masked variable RUNBOOK_SYNC_TOKEN: ${home}/-/settings/ci_cd`;
    // A plan reads its options in workflows alone.
    const look = isGitHub ? ' Until then, `runbook-sync plan --worktree` shows what the first sync will send.' : '';
    return [
        'Two steps are left in the browser:',
        '  1. In the assistant, choose the workspace, then Settings → Access Tokens → Create Token.',
        `  2. ${store}`,
        `Then commit and push the file.${look}`
    ];
}

;// CONCATENATED MODULE: ./src/cli/session.ts













/** @throws {ActionError} of kind `input` if the repository or an option cannot be used. */
async function openSession({ command, env, resources, notice }) {
    const local = await findCommit(command, await findRepository(command, env), env);
    const repository = resources.use(await openRepository(local, env));
    const source = sourceOf(command, local, repository);
    const inputs = inputsOf(command, await workflowOptions(source, local.head, command, notice));
    const options = optionsOf(command, inputs, local, notice);
    const patterns = new patterns_Patterns(inputs.files);
    const { matches } = patterns;
    const uncommitted = await local.clone.uncommitted((await repository.list(local.head, matches)).files, matches);
    if (source === repository && uncommitted.length > 0) {
        notice({ level: 'warning', message: `Uncommitted changes are left out: ${listed(uncommitted)}.` });
    }
    const from = command.given('from');
    return {
        local,
        repository,
        source,
        scopeAt: await changesOf(command, local, repository, source),
        inputs,
        patterns,
        options,
        replace: await replacedPaths(command, local, source, matches),
        former: from === undefined ? undefined : formerPlace(from, local),
        uncommitted
    };
}
async function openRepository(local, env) {
    const { clone, program, head, remote, repository, serverUrl } = local;
    const job = { repository, serverUrl, sha: head, temp: (0,external_node_os_.tmpdir)() };
    return repository_Repository.open(clone.git.gitDir, { program, job, token: undefined, env, user: { git: clone.git, remote } });
}
function sourceOf({ has }, { clone }, repository) {
    if (has('staged'))
        return new StagedFiles(clone, repository);
    if (has('worktree'))
        return new WorkTreeFiles(clone, repository);
    return repository;
}
/**
 * What is not committed concerns a plan of it; else everything does, or what differs from `--since`.
 *
 * @throws {ActionError} of kind `input` if `--since` names nothing.
 */
async function changesOf({ given }, { clone, head }, repository, source) {
    if (source !== repository) {
        return (_, selects) => {
            return scope_scopeOfChange((matches) => uncommittedChanges(repository, source, head, matches), selects, isWorkflow);
        };
    }
    const since = given('since');
    if (since === undefined)
        return () => Promise.resolve(scope_EVERYTHING);
    const commit = (await clone.commit(since)) ?? since;
    if (!event_COMMIT.test(commit)) {
        throw usageError(`\`--since\` names no commit that is here: ${commit}.`, 'Fetch it, or give its full id.');
    }
    return (tip, selects) => {
        return scope_scopeOfChange((matches) => repository.differences(commit, tip, matches), selects, isWorkflow);
    };
}
/** By path, the files that are not as in `HEAD`. */
async function uncommittedChanges(repository, source, head, matches) {
    const idsIn = async (files) => {
        return new Map((await files.list(head, matches)).files.map(({ path, id }) => [path, id]));
    };
    const [before, after] = [await idsIn(repository), await idsIn(source)];
    const changed = [...new Set([...before.keys(), ...after.keys()])]
        .map((path) => ({ path, before: before.get(path), after: after.get(path) }))
        .filter((one) => one.before !== one.after);
    return differencesOf(changed, exactRenames(changed).renames);
}
/** @throws {ActionError} of kind `input` if `--replace` names something else than a runbook. */
async function replacedPaths({ given }, { head }, source, matches) {
    const replace = new Set(given('replace')?.split('\n'));
    if (replace.size === 0)
        return replace;
    const { files } = await source.list(head, matches);
    const unknown = replace.difference(new Set(files.map(({ path }) => path)));
    if (unknown.size === 0)
        return replace;
    const message = `\`--replace\` names no runbook of HEAD: ${listed([...unknown])}.`;
    throw usageError(message, 'Give the path from the root of the repository, as `plan` shows it.');
}
function optionsOf(command, inputs, local, notice) {
    const { repository, serverUrl, forge, branch } = local;
    const links = linksOf(command, inputs, local, notice);
    const options = { ...inputs, links, serverUrl, ref: branch };
    // Without the form of links, an address would be a wrong one.
    return forge === undefined ? { ...options, repository: '' } : { ...options, repository, forge };
}
/** @throws {ActionError} of kind `input` if the command needs the address of the repository, and does not know it. */
function linksOf({ name }, { links, nameTemplate }, { repository, serverUrl, forge }, notice) {
    if (repository !== '' && forge !== undefined)
        return links;
    const { problem, hint } = repository === ''
        ? {
            problem: 'the remote does not say what the address of the repository is',
            hint: 'Add `--repository OWNER/NAME`, and `--server-url URL` if it is not on github.com.'
        }
        : {
            problem: `the form of links to ${serverUrl} is unknown`,
            hint: `Add \`--forge\` with what runs there: ${FORGE_NAMES.join(', ')}.`
        };
    if (nameTemplate.includes('{repository}') || (name === 'sync' && links === 'absolute')) {
        const message = `Links, or names with \`{repository}\`, cannot be made: ${problem}.`;
        throw usageError(message, `${hint} \`--links keep\` sends links as they are.`);
    }
    if (links === 'absolute') {
        notice({
            level: 'warning',
            message: `Relative links stay as they are, and entries of this repository look like those of another one: ${problem}. ${hint}`
        });
    }
    return 'keep';
}
/** Why there is no client of the knowledge base. */
function accessError({ token }) {
    if (token === undefined) {
        const hint = 'Set it to a token from Settings → Access Tokens of the assistant. `plan` works without it.';
        return usageError('RUNBOOK_SYNC_TOKEN is not set.', hint);
    }
    const hint = 'Add `--base-url URL`, or set RUNBOOK_SYNC_BASE_URL. `plan` works without it.';
    return usageError('The address of the assistant’s API is not known.', hint);
}

;// CONCATENATED MODULE: ./src/cli/commands.ts























/** What each command does. */
const WORK = {
    init: writeWorkflow,
    plan,
    sync,
    pull,
    list,
    check,
    alerts
};
async function writeWorkflow({ command, env, ask }) {
    const { isWritten, lines } = await init(command, env, command.has('yes') ? undefined : ask);
    return { lines, lastLine: '', code: isWritten ? 0 : 1 };
}
async function alerts(context) {
    const { command, journal } = context;
    const session = await commands_open(context);
    const { source, local, inputs, options } = session;
    const { files } = await source.list(local.head, session.patterns.matches);
    const rules = command.given('rules')?.split('\n');
    if (rules === undefined && inputs.alerts.length === 0) {
        throw usageError('Nothing says which files have alerts.', 'Add `--rules PATH`, or `--alerts PATTERN`.');
    }
    const { table, problems } = await alertsOfCommit(session, local.head, await readRunbooks(source, files, options), rules === undefined ? rulesAt(source, local.head, inputs.alerts) : findRules(rules, local.clone.root), rules === undefined ? input('alerts') : '`--rules`');
    for (const problem of problems)
        journal.notice(problem);
    journal.outcome({ kind: 'alerts', alerts: { table, broughtIn: undefined } });
    return {
        json: alertsJson(table),
        lastLine: '',
        code: table.totals.dead > 0 || problems.some(({ level }) => level === 'warning') ? 1 : 0
    };
}
async function check(context) {
    const { client } = connect(context, inputsOf(context.command));
    await checkService(client, context.journal);
    return {};
}
async function plan(context) {
    const { journal, lifetime } = context;
    const session = await commands_open(context);
    const { inputs, local } = session;
    const access = openAccess(inputs, journal, lifetime);
    const planned = await planBranch(comparisonIn(context, session), local.head, inputs, access);
    const files = 'entries' in planned ? await filesWithEdit(planned, session) : [];
    if (files.length > 0) {
        journal.notice({ level: 'notice', message: `The edit is in your work tree; commit it: ${listed(files)}.` });
    }
    return {};
}
async function list(context) {
    // Their form is checked.
    const states = new Set(context.command.given('state')?.split('\n'));
    const session = await commands_open(context);
    const { client } = connect(context, session.inputs);
    const rows = listRows(await decideCommit(comparisonIn(context, session), session.local.head, client, new Map()));
    return {
        lines: entriesTable(rows, states, (text) => context.edge.line(text)),
        json: entriesJson(rows, states),
        lastLine: countEntries(rows)
    };
}
async function sync(context) {
    const { command, journal, edge, env } = context;
    const session = await commands_open(context);
    const { inputs, local, source } = session;
    const { head, branch } = local;
    const { client } = connect(context, inputs);
    const findHead = async () => {
        const tip = command.has('allow-stale') ? head : await commitToSend(local, source, env);
        const message = `HEAD is ${event_shortId(head)}; the branch ${branch} has a newer commit, ${event_shortId(tip)}, which is delivered instead.`;
        if (tip !== head)
            journal.notice({ level: 'notice', message });
        return tip;
    };
    const folder = (0,external_node_path_.resolve)(command.given('saved') ?? (0,external_node_os_.tmpdir)());
    await makeFolder(folder);
    const saved = new saved_texts_SavedTexts(folder, (text) => edge.redact(text), `\`runbook-sync sync\` of commit ${event_shortId(head)}`);
    const target = {
        ref: `refs/heads/${branch}`,
        saved,
        findHead,
        agrees: (reason) => agrees(context, reason)
    };
    await syncBranch(composeSync(comparisonIn(context, session), inputs, client, target));
    return {};
}
async function pull(context) {
    const session = await commands_open(context);
    const { local, inputs } = session;
    const { client, token } = connect(context, inputs);
    await pullBranch(comparisonIn(context, session), local.head, client, {
        hasToken: (text) => token.isIn(text),
        newFolder: newFolderIn(local.clone.root, context.command.given('new'))
    });
    return {};
}
/** @throws {ActionError} of kind `input` for a folder that is not in the repository. */
function newFolderIn(root, folder) {
    if (folder === undefined)
        return undefined;
    const path = (0,external_node_path_.relative)(root, (0,external_node_path_.resolve)(folder)).replaceAll(external_node_path_.sep, '/');
    if (!/^(?:\.\.|[a-z]:)(?:\/|$)/i.test(path))
        return path;
    throw usageError(`${folder} is not in the repository.`, 'Choose a folder of it for `--new`.');
}
async function commands_open({ command, env, journal, lifetime }) {
    const notice = journal.notice.bind(journal);
    const session = await openSession({ command, env, resources: lifetime.resources, notice });
    journal.begins(frameOf(command, session));
    return session;
}
function frameOf(command, { local, inputs }) {
    return {
        mode: command.name,
        address: local,
        showsTexts: showsTexts(command),
        confirms: inputs.confirmWithin > 0,
        tokenExpiresOn: undefined
    };
}
/** A terminal is no public log. */
function showsTexts({ has }) {
    return has('diff') || process.stdout.isTTY;
}
function comparisonIn({ command, journal }, session) {
    const { source, patterns, options, inputs, replace, scopeAt, former } = session;
    return {
        source,
        patterns,
        options,
        inputs,
        replace,
        scopeAt,
        checksAllLinks: true,
        readsAll: true,
        showsTexts: showsTexts(command),
        showsAllDifferences: command.has('diff'),
        former: former === undefined ? [] : [former],
        // Only a person knows here.
        leadsHere: () => Promise.resolve(false),
        journal
    };
}
/** @throws {ActionError} of kind `input` if the token or the address is missing. */
function connect({ journal, lifetime }, inputs) {
    const access = openAccess(inputs, journal, lifetime);
    if (access === undefined)
        throw accessError(inputs);
    return access;
}
/** Asks whether a person agrees to what no API can undo. */
async function agrees({ command, ask }, { message, hint }) {
    if (command.has('yes'))
        return true;
    const answer = await ask?.(`${message} ${hint}\nGo on anyway? [y/N] `);
    return /^y(?:es)?$/i.test(answer ?? '');
}

// EXTERNAL MODULE: external "node:readline/promises"
var external_node_readline_promises_ = __webpack_require__(6848);
;// CONCATENATED MODULE: ./src/cli/question.ts
var __addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
    if (value !== null && value !== void 0) {
        if (typeof value !== "object" && typeof value !== "function") throw new TypeError("Object expected.");
        var dispose, inner;
        if (async) {
            if (!Symbol.asyncDispose) throw new TypeError("Symbol.asyncDispose is not defined.");
            dispose = value[Symbol.asyncDispose];
        }
        if (dispose === void 0) {
            if (!Symbol.dispose) throw new TypeError("Symbol.dispose is not defined.");
            dispose = value[Symbol.dispose];
            if (async) inner = dispose;
        }
        if (typeof dispose !== "function") throw new TypeError("Object not disposable.");
        if (inner) dispose = function() { try { inner.call(this); } catch (e) { return Promise.reject(e); } };
        env.stack.push({ value: value, dispose: dispose, async: async });
    }
    else if (async) {
        env.stack.push({ async: true });
    }
    return value;
};
var __disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
    return function (env) {
        function fail(e) {
            env.error = env.hasError ? new SuppressedError(e, env.error, "An error was suppressed during disposal.") : e;
            env.hasError = true;
        }
        var r, s = 0;
        function next() {
            while (r = env.stack.pop()) {
                try {
                    if (!r.async && s === 1) return s = 0, env.stack.push(r), Promise.resolve().then(next);
                    if (r.dispose) {
                        var result = r.dispose.call(r.value);
                        if (r.async) return s |= 2, Promise.resolve(result).then(next, function(e) { fail(e); return next(); });
                    }
                    else s |= 1;
                }
                catch (e) {
                    fail(e);
                }
            }
            if (s === 1) return env.hasError ? Promise.reject(env.error) : Promise.resolve();
            if (env.hasError) throw env.error;
        }
        return next();
    };
})(typeof SuppressedError === "function" ? SuppressedError : function (error, suppressed, message) {
    var e = new Error(message);
    return e.name = "SuppressedError", e.error = error, e.suppressed = suppressed, e;
});


/** True if a person sees a question and can answer it. */
function canAsk() {
    return process.stdin.isTTY && process.stderr.isTTY;
}
/** What a person answers, without blanks around it; undefined at the end of the input, and if the command is cancelled. */
async function ask(question, signal) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const terminal = __addDisposableResource(env_1, (0,external_node_readline_promises_.createInterface)({ input: process.stdin, output: process.stderr })
        // Ctrl-C and the end of the input close it.
        , false);
        // Ctrl-C and the end of the input close it.
        const closed = (0,external_node_events_.once)(terminal, 'close').then(() => undefined);
        const asking = terminal.question(question, { signal }).catch(() => undefined);
        return (await Promise.race([asking, closed]))?.trim();
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        __disposeResources(env_1);
    }
}

;// CONCATENATED MODULE: ./src/cli/main.ts
var main_addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
    if (value !== null && value !== void 0) {
        if (typeof value !== "object" && typeof value !== "function") throw new TypeError("Object expected.");
        var dispose, inner;
        if (async) {
            if (!Symbol.asyncDispose) throw new TypeError("Symbol.asyncDispose is not defined.");
            dispose = value[Symbol.asyncDispose];
        }
        if (dispose === void 0) {
            if (!Symbol.dispose) throw new TypeError("Symbol.dispose is not defined.");
            dispose = value[Symbol.dispose];
            if (async) inner = dispose;
        }
        if (typeof dispose !== "function") throw new TypeError("Object not disposable.");
        if (inner) dispose = function() { try { inner.call(this); } catch (e) { return Promise.reject(e); } };
        env.stack.push({ value: value, dispose: dispose, async: async });
    }
    else if (async) {
        env.stack.push({ async: true });
    }
    return value;
};
var main_disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
    return function (env) {
        function fail(e) {
            env.error = env.hasError ? new SuppressedError(e, env.error, "An error was suppressed during disposal.") : e;
            env.hasError = true;
        }
        var r, s = 0;
        function next() {
            while (r = env.stack.pop()) {
                try {
                    if (!r.async && s === 1) return s = 0, env.stack.push(r), Promise.resolve().then(next);
                    if (r.dispose) {
                        var result = r.dispose.call(r.value);
                        if (r.async) return s |= 2, Promise.resolve(result).then(next, function(e) { fail(e); return next(); });
                    }
                    else s |= 1;
                }
                catch (e) {
                    fail(e);
                }
            }
            if (s === 1) return env.hasError ? Promise.reject(env.error) : Promise.resolve();
            if (env.hasError) throw env.error;
        }
        return next();
    };
})(typeof SuppressedError === "function" ? SuppressedError : function (error, suppressed, message) {
    var e = new Error(message);
    return e.name = "SuppressedError", e.error = error, e.suppressed = suppressed, e;
});

















/** Milliseconds in which cancelled work removes its temporary files. */
const GRACE = 1000;
/** Runs one command. Every error ends here. Returns the exit code. */
async function runCommand(args, env) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const edge = new Edge(COMMAND_LINE, [env['RUNBOOK_SYNC_TOKEN']]);
        const progress = main_addDisposableResource(env_1, new Progress(edge), false);
        const journal = new Journal(progress.tell);
        const cancellation = main_addDisposableResource(env_1, new Cancellation('The command was cancelled.', () => {
            progress[Symbol.dispose]();
            process.exit(130);
        }), false);
        const { signal } = cancellation;
        // A request may still be waited for.
        signal.addEventListener('abort', () => {
            journal.notice({ level: 'progress', message: 'stopping; a second Ctrl-C ends at once' });
        });
        const resources = new AsyncDisposableStack();
        const trace = (line) => {
            if (args.includes('--verbose'))
                progress.write(line);
        };
        journal.begins(unreadFrame({ mode: namedCommand(args) }));
        let ending = {};
        let ended;
        let work = Promise.resolve(ending);
        try {
            const command = readCommand(args, env);
            if (command === undefined)
                return 0;
            for (const warning of misspeltVariables(env))
                journal.notice(warning);
            prepareProxies(process.env);
            work = WORK[command.name]({
                command,
                // Git must not see it.
                env: { ...env, RUNBOOK_SYNC_TOKEN: undefined },
                journal,
                edge,
                lifetime: { resources, signal, trace },
                ask: canAsk() ? questioner(edge, progress, signal) : undefined
            });
            ending = await cancellation.limit(work);
        }
        catch (error) {
            ended = asActionError(error);
        }
        await resources.disposeAsync();
        await Promise.race([work.catch(() => undefined), (0,promises_.setTimeout)(GRACE, undefined, { ref: false })]);
        progress[Symbol.dispose]();
        const result = journal.result(ended);
        print(result, ending, edge, args);
        return exitCodeOf(result, ending, args);
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        main_disposeResources(env_1);
    }
}
/** Asks on a terminal that no bar is written to meanwhile. */
function questioner(edge, progress, signal) {
    return (question) => {
        progress.clear();
        // A question may have several lines, and a blank at its end.
        return ask(question
            .split('\n')
            .map((line) => edge.line(line))
            .join('\n'), signal);
    };
}
/** Also if the options could not be read: a program waits for the report. */
function print(result, { lines = [], json, lastLine }, edge, args) {
    const isJson = args.includes('--json');
    const stream = isJson ? process.stderr : process.stdout;
    const cause = result.ended?.cause;
    if (args.includes('--verbose') && cause !== undefined) {
        for (const line of edge.trace(cause))
            process.stderr.write(`${line}\n`);
    }
    for (const line of lines)
        stream.write(`${edge.line(line)}\n`);
    writeReport(result, edge, { stream, lastLine });
    if (isJson)
        process.stdout.write(json === undefined ? jsonOf(result, edge) : edge.json(json));
}
function exitCodeOf(result, { code = 0 }, args) {
    const isMisuse = result.ended?.kind === 'input' && result.items.length === 0;
    if (verdict_verdictOf(result) !== undefined)
        return isMisuse ? 2 : 1;
    return args.includes('--exit-code') && totalsOf(result).planned > 0 ? 3 : code;
}


/***/ })

};
