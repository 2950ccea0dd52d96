export const id = 727;
export const ids = [727];
export const modules = {

/***/ 7727:
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
/** A text of others in characters that everybody sees, with `?` for the others. What is invisible goes. */
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
function wording_count(number, thing, several = `${thing}s`) {
    return `${wording_format(number)} ${number === 1 ? thing : several}`;
}
/** The parts that there are. A condition that is false, and an empty text, leave a part out. */
function wording_joined(parts, separator = ' ') {
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
/** A workflow whose runs keep what they replace. */
const WORKFLOW = 'https://github.com/runbook-sync/runbook-sync/blob/v1/docs/workflow.md#the-recommended-workflow';
/** How a person discards a text of the assistant, in a sentence. */
const REPLACE = `start a run with \`on-conflict: replace\` (${WORKFLOW})`;

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
    const headline = `The input \`${name}\` cannot be used`;
    return new errors_ActionError('input', `Input \`${name}\` ${problem}`, hint, { headline });
}
/** What ended a run. Anything but an `ActionError` is a defect of this program. */
function asActionError(thrown) {
    if (thrown instanceof errors_ActionError)
        return thrown;
    return new errors_ActionError('defect', `An unexpected error: ${shorten(errors_messageOf(thrown), 500)}.`, 'This is a defect of Runbook Sync. Start a new run with debug logging (`--verbose` on the command line), and report what it prints.', { cause: thrown });
}
/** The message of anything thrown, for use inside another message. */
function errors_messageOf(error) {
    return error instanceof Error ? error.message : String(error);
}
/** Where a message belongs: `docs/a.md:3`; empty if it concerns no file, or names the file itself. */
function errors_locationOf({ path = '', line, message = '' }) {
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
            const error = new errors_ActionError('cancelled', message, 'Start a new run: Run workflow, or push.');
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

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
;// CONCATENATED MODULE: ./src/runbook/links.ts

/** What a host runs, as far as its name says. */
function forgeOf(host) {
    if (/\bgithub\b|\.ghe\.com$/.test(host))
        return 'github';
    return /\bgitlab\b/.test(host) ? 'gitlab' : 'other';
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
 * @returns undefined if the text would become too long.
 */
function makeLinksAbsolute(markdown, destinations, path, base, firstLine) {
    const written = new Map();
    const resolve = linkResolver(path, base);
    const targets = [];
    const parts = [];
    let length = markdown.length;
    let end = 0;
    let line = firstLine;
    for (const destination of destinations) {
        const { from, to } = destination;
        const own = markdown.slice(from, to);
        const resolved = resolve(own, destination);
        if (resolved === undefined)
            continue;
        if (!written.has(resolved.url))
            written.set(resolved.url, own);
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
    return { content: parts.join(''), targets, written };
}
/**
 * Creates a function that resolves the destinations in one file. It returns a URL that is safe in place of the destination, and the
 * decoded path from the repository's root, which is empty for the root. It returns `undefined` for a destination that must stay:
 * another scheme or host, an anchor or query of the same page, a placeholder, or a path outside the repository.
 */
function linkResolver(file, base) {
    if (base.forge === 'other')
        return () => undefined;
    const folder = file.split('/').slice(0, -1).map(encodeName);
    const bases = {
        blob: baseUrl(base, 'blob'),
        raw: baseUrl(base, 'raw'),
        tree: baseUrl(base, 'tree')
    };
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
        const url = target === '' ? root : `${root}/${target}${path.endsWith('/') ? '/' : ''}`;
        return { url: url + balance(tail), path: decodePercent(target) };
    };
}
/**
 * What the addresses of all files of this repository begin with: `https://github.com/acme/ops/blob/`. For another forge,
 * `git.example/acme/ops `, which is no link.
 */
function repositoryRoot({ serverUrl, repository, forge = 'github' }) {
    if (forge === 'other')
        return `${serverUrl.replace(/^https?:\/\//, '')}/${repository} `;
    return `${serverUrl}/${repository}${forge === 'gitlab' ? '/-' : ''}/blob/`;
}
/** True if two addresses lead to the same place: without regard to scheme, `www.` and case. */
function isSameAddress(one, other) {
    const [first, second] = [one, other].map((each) => each.replace(/^https?:\/\/(?:www\.)?/i, '').toLowerCase());
    return first === second;
}
/** The address of a file of this branch; for another forge, repository and path. */
function fileAddress(path, base) {
    const branch = base.forge === 'other' ? '' : `${encodePath(base.ref)}/`;
    return `${repositoryRoot(base)}${branch}${encodePath(path)}`;
}
/** The path of a file, for an address. */
function encodePath(path) {
    return path.split('/').map(encodeName).join('/');
}
/** The URL of the root of the branch. */
function baseUrl({ serverUrl, repository, ref, forge }, page) {
    return `${serverUrl}/${repository}${forge === 'gitlab' ? '/-' : ''}/${page}/${encodePath(ref)}`;
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

;// CONCATENATED MODULE: ./src/runbook/source-line.ts



/** Twelve hexadecimal digits tell the texts of one name, and of one file, apart. */
const DIGITS = 12;
/** No part can match in two ways, and none reaches the next `Source: `, so that a search takes linear time. */
const LINE = /Source: (?:\[((?:\\.|[^\\[\]\n])+)\]\(([^()\s<>]+)\)|([^\s[]+ (\S+))) \((version|retired) ([0-9a-f]{12}) of ([0-9a-f]{12})\)/;
/** Takes a text apart. */
function readText(content) {
    const lines = withLineFeeds(content);
    const found = LINE.exec(lines);
    if (found === null)
        return { line: undefined, text: normalForm(lines) };
    const [whole, label, linked, plain, encoded = '', kind, digest = '', blob = ''] = found;
    return {
        line: {
            kind: kind === 'retired' ? 'retired' : 'version',
            digest,
            blob,
            path: label === undefined ? decodePercent(encoded) : decodePercent(label.replace(/\\(.)/g, '$1')),
            address: linked ?? plain ?? ''
        },
        text: normalForm(lines.slice(0, found.index) + lines.slice(found.index + whole.length))
    };
}
/** Tells whether two entries have the same name and text. Names differ if a service could keep them apart. */
function digestOf(name, text) {
    // A folded name has no line break.
    return (0,external_node_crypto_.hash)('sha256', `${foldName(name)}\n${text}`).slice(0, DIGITS);
}
/** The first digits of an object's id. */
function blobDigits(id) {
    return id.slice(0, DIGITS);
}
/** Writes the line. What Markdown or a terminal could change in the path is escaped. */
function sourceLine({ kind, digest, blob, path }, base) {
    const address = fileAddress(path, base);
    const label = path
        .replace(/[%\p{C}\p{Zl}\p{Zp}]/gu, (char) => encodeURIComponent(char))
        .replace(/[\\`*[\]<>&~]|(?<![a-z0-9])_|_(?![a-z0-9])/gi, '\\$&');
    const place = base.forge === 'other' ? address : `[${label}](${address})`;
    return `Source: ${place} (${kind} ${digest} of ${blob})`;
}
/**
 * The text of an entry, with its source line between what stands above it, which may be empty, and the rest.
 *
 * @returns also the digest.
 */
function writeEntry({ name, kind, path, blob }, { above, below }, base) {
    const [front, rest] = [above.trimEnd(), below.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd()];
    const join = (...parts) => parts.filter((part) => part !== '').join('\n\n');
    const digest = digestOf(name, normalForm(join(front, rest)));
    return { content: `${join(front, sourceLine({ kind, digest, blob, path }, base), rest)}\n`, digest };
}
/** A text without the source line that it begins with: people paste entries into files. */
function withoutPastedLine(markdown) {
    const start = /^\s*/.exec(markdown)?.[0].length ?? 0;
    const found = LINE.exec(markdown.slice(start, start + MAX_LINE));
    if (found?.index !== 0)
        return markdown;
    return markdown.slice(0, start) + markdown.slice(start + found[0].length).replace(/^[ \t]*(?:\r?\n)*/, '');
}
/** In characters: a path of Git has at most 4,096 bytes, each of which takes three here, twice. */
const MAX_LINE = 32_768;
/** Tells whether a line leads to the file at a path of this branch, and to nothing else. */
function leadsTo(line, path, base) {
    return line.path === path && line.address === fileAddress(path, base);
}
/** Tells whether a line leads into this repository: without regard to scheme, `www.` and case. */
function isOfRepository(line, base) {
    return restOf(line.address, base) !== undefined;
}
/** Tells whether a line leads to a file of this branch. */
function isOfBranch(line, base) {
    const own = fileAddress(line.path, base).slice(repositoryRoot(base).length);
    return restOf(line.address, base) === own;
}
/** What follows the address of this repository; undefined if an address is that of another one. */
function restOf(address, base) {
    const [own, other] = [repositoryRoot(base), address].map((one) => one.replace(/^https?:\/\/(?:www\.)?/i, ''));
    if (own === undefined || other === undefined)
        return undefined;
    return other.slice(0, own.length).toLowerCase() === own.toLowerCase() ? other.slice(own.length) : undefined;
}

;// CONCATENATED MODULE: ./src/sync/sent.ts




/** Of more than so many sends, the first one goes alone. */
const FEW = 3;
/** Entries that go alone, one after the other, before the run ends. */
const MAX_ALONE = 3;
/** What a run has sent, by name. It is all that a run remembers from one look to the next. */
class SentEntries {
    #byName = new Map();
    get all() {
        return [...this.#byName.values()];
    }
    of(name) {
        return this.#byName.get(foldName(name));
    }
    set(sent) {
        this.#byName.set(foldName(sent.name), sent);
    }
    forget(name) {
        this.#byName.delete(foldName(name));
    }
    get isWaiting() {
        return this.all.some(({ state }) => state.is === 'waiting');
    }
}
function sightingOf(sent, { rows, facts, isWithoutTexts }) {
    const found = rows.of(sent.name);
    const isSent = ({ state, digest, line }) => state === 'ours' && digest === sent.digest && line !== undefined && leadsTo(line, sent.path, facts.base);
    if (found.some(isSent) || (isWithoutTexts && found.length > 0))
        return { is: 'shown' };
    const known = new Set(sent.before.map(({ digest }) => digest));
    // A text that nobody has edited is no other text: it may be what was sent from another path, before the branch moved.
    const row = found.find(({ state, line, digest }) => {
        return state === 'edited' && line?.digest === sent.digest && !known.has(digest);
    });
    return row === undefined ? { is: 'not yet' } : { is: 'altered', row };
}
/** Entries of which an upsert has made another one: more rows have exactly their name than before. */
function copiedBy(sent, { rows }) {
    return sent.all.filter(({ name, before }) => {
        return rows.count(name) > Math.max(1, before.filter((row) => row.name === name).length);
    });
}
/** The name of the entry. */
function sentName(shipment) {
    return shipment.do === 'send' ? shipment.runbook.name : shipment.row.name;
}
/** What is to be sent, but for what this run has sent already with this text and from this path. */
function dueOf({ decisions }, sent) {
    const sends = decisions.filter((decision) => decision.do === 'send');
    const due = sends.filter(({ runbook: { name, digest, path } }) => {
        const known = sent.of(name);
        return known?.digest !== digest || known.path !== path;
    });
    if (sends.length > 0 || !isQuiet(decisions, sent))
        return due;
    return decisions.filter((one) => one.do === 'retire' && sent.of(one.row.name) === undefined);
}
/** True if a file is refused, or its entry is in conflict. */
function isRefused(decision) {
    return decision.do === 'refuse' || (decision.do === 'leave out' && decision.file.kind === 'refused');
}
/** True if nothing is refused, and nothing has failed: a note cannot be taken back, so it comes after everything else. */
function isQuiet(decisions, sent) {
    return sent.all.every(({ state }) => state.is === 'shown') && !decisions.some(isRefused);
}
/**
 * What goes now. A service that makes copies, or stores something else, would do so with each entry, and no API deletes: so, of
 * many, one goes first, and the others when the list has shown it.
 *
 * @returns undefined if several have gone alone, and the list has shown none.
 */
function nextOf(due, sent) {
    const { all } = sent;
    // What is altered is stored.
    const isProven = all.some(({ state }) => state.is === 'shown' || state.is === 'altered');
    if (isProven || (all.length === 0 && due.length <= FEW))
        return due;
    if (due.length === 0 || sent.isWaiting)
        return [];
    if (all.length >= MAX_ALONE)
        return undefined;
    // An update shows whether the service makes copies.
    const updates = due.filter((shipment) => shipment.do !== 'send' || shipment.rows.length > 0);
    return [...updates, ...due].slice(0, 1);
}
/** The list shows the line that was just sent over another text. @param text that was sent; undefined if it must not be shown. */
function alteredError({ name }, { content }, text) {
    const difference = text === undefined ? '' : ` ${firstDifference(text, readText(content).text)}`;
    return new errors_ActionError('entry-rejected', `The list shows another text of “${name}” than was sent: somebody edited it meanwhile, or this service alters texts.${difference}`, 'Look at the entry in the assistant. The next run treats what it shows as an edit.');
}
function firstDifference(sent, shown) {
    const [before, after] = [sent.split('\n'), shown.split('\n')];
    const longer = before.length > after.length ? before : after;
    // A blank line at the end of one of them says nothing: the next one does.
    const at = longer.findIndex((_, nth) => (before[nth] ?? '') !== (after[nth] ?? ''));
    // Whole: it is cut where it is shown, after a token that a person has pasted was taken out.
    const [one, other] = [before[at], after[at]].map((each) => (each === undefined ? 'nothing' : wording_quoted(each, Infinity)));
    return `Line ${at + 1} was ${one ?? ''}, and is ${other ?? ''}.`;
}
/** The list has not shown in time what the service accepted. @param within milliseconds. */
function lateError(sent, look, within) {
    const seconds = Math.round(within / 1000);
    return new errors_ActionError('entry-rejected', `The service accepted “${sent.name}”, but after ${seconds} s its list ${insteadOf(look.rows.of(sent.name), sent)}.`, 'Look at the entry in the assistant. If the list needs longer than that to show what is stored, raise `confirm-within`.');
}
function insteadOf([row], { before }) {
    if (row === undefined)
        return 'has no such entry';
    if (row.state === 'no text')
        return 'shows no text of it';
    if (before.some(({ digest }) => digest === row.digest))
        return 'still shows the text before';
    return row.state === 'ours' ? 'shows another text that a run has sent' : 'shows a text that somebody wrote';
}
/** More of them would make more copies, which no API deletes. */
function copiesError([first, ...more]) {
    const others = more.length === 0 ? '' : ` (and so of ${more.length} more)`;
    return new errors_ActionError('copies', `The service made a second entry “${first?.name ?? ''}”${others} instead of updating the first.`, 'Remove the copy in the assistant, and ask the people who run the service how an upsert finds the entry to update. ' +
        'Nothing more was sent.');
}
/** Several entries failed, each sent alone. */
function noneShownError(sent) {
    const failed = sent.flatMap(({ state }) => (state.is === 'failed' ? [state.error] : []));
    const last = failed.at(-1);
    return new errors_ActionError(last?.kind ?? 'entry-rejected', `${sent.length} entries were sent, and the list has shown none of them. ${last?.message ?? ''}`.trim(), `${last?.hint ?? ''} Nothing more was sent.`.trim());
}
/** Nothing was stored or shown for ten minutes, and nothing is waited for. */
function standstillError() {
    return new errors_ActionError('out-of-time', 'For ten minutes the service has stored nothing of what was to be sent.', 'Start a new run when the assistant works again: Run workflow, or push.');
}

;// CONCATENATED MODULE: ./src/knowledge/api-types.ts
/** What the vendor specifies of the API, and nothing more. */
/** Paths below `{base_url}`. */
const LIST_PATH = '/personal/v1/knowledge/list';
const UPSERT_PATH = '/personal/v1/knowledge/upsert';
/** The specification's example begins at page 1. */
const FIRST_PAGE = 1;

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
const CHECK_URL = 'Check `base-url`: it is the address of the assistant’s API, not of its web pages, without `/personal/v1/knowledge/…`.';
const CHECK_HOST = 'Check the scheme, host and port of `base-url`.';
const CHECK_NETWORK = 'Check `base-url`, and that the network of this machine reaches it (firewall, VPN, `https_proxy`, `no_proxy`).';
const CHECK_PROXY = 'Check `https_proxy` and its credentials, or add the host to `no_proxy`.';
const CHECK_WORKSPACE = 'A token works only in the workspace in which it was created: check that `base-url` and `token` belong to the same ' +
    'workspace, and that the owner of the token may edit knowledge there. If the token was rotated, update the secret.';
const CORRECT = 'Correct the runbook by what the service says; if that does not help, ask the people who run the service.';
const ASK_FOR_LIST = 'Ask the people who run the service: every run needs the list.';
const RUN_AGAIN = 'When the service works, start a new run: Run workflow, or push. If it does not, tell the people who run it.';
const RUN_AGAIN_OR_ASK = 'Start a new run: Run workflow, or push. If it happens again, ask the people who run the service or the network in between.';
const RUN_LATER = 'Start a new run later (Run workflow, or push): it delivers what is pending.';
const STORE_TOKEN = 'store the new value, which is shown once, in the secret `RUNBOOK_SYNC_TOKEN`. Then start a new run: Run workflow, or push.';
const TOKENS = 'Settings → Access Tokens of the assistant';
const TOKEN_REJECTED = 'The service rejects the token (HTTP 401){said}';
/**
 * What may be wrong with the service or the way to it: kind, message and hint. Braces hold a fact of the request. Upserts and the
 * list share the messages, so none names an entry; `listHint` replaces the hints that are about one.
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
    rateLimited: ['rate-limited', 'The service receives too many requests (HTTP {status}){said}', RUN_LATER],
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
        'Check `base-url`, or ask the people who run the service.'
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
        'Check the host in `base-url`. The token was not sent.'
    ],
    certificateUntrusted: [
        'unreachable',
        'This machine does not trust the authority that signed the certificate of {host}.',
        'If it is your own authority, name the file of its certificate in `NODE_EXTRA_CA_CERTS`, in the environment of the step or command.'
    ],
    notSecure: ['unreachable', 'No secure connection to {host} is possible ({code}).', CHECK_HOST],
    notHttp: ['unreachable', 'What answers at {host} does not speak HTTP ({code}).', CHECK_HOST],
    noConnection: ['unreachable', 'The request to {host} failed ({code}).', CHECK_NETWORK],
    // The list cannot be read to its end, although its pages can be read.
    listTooLong: [
        'service-failing',
        'The list shows more than {most} entries, which is more than a run can hold.',
        ASK_FOR_LIST
    ],
    listTooSlow: ['service-failing', 'The list could not be read to its end within {minutes} minutes.', RUN_AGAIN],
    // The run ends.
    closed: ['cancelled', 'The connection to the service was closed.', 'Start a new run: Run workflow, or push.'],
    cancelled: ['cancelled', 'The run was cancelled.', 'Start a new run: Run workflow, or push.'],
    asksToWait: [
        'out-of-time',
        'The service asks to wait {time} before the next request (Retry-After); a run waits ten minutes at most.',
        'Start a new run after that time (Run workflow, or push): it delivers what is pending.'
    ],
    waitedForLong: ['out-of-time', 'The service made the run wait for ten minutes. The last failure: {last}', RUN_LATER],
    noSuccess: ['out-of-time', 'No request succeeded for {minutes} min. The last failure: {last}', RUN_LATER]
};
/** A failure of one request. @param facts what its sentences name. */
function requestError(failure, facts, options) {
    return new RequestError(...sentencesOf(failure, facts), options);
}
/** An upsert of a name that a read-only entry has failed. */
function readOnlyError(cause) {
    const hint = 'The assistant has a read-only entry of this name, which an upsert may not change. Give the runbook another ' +
        `\`title\`, or set \`entry-name\`.`;
    const error = new RequestError('entry-rejected', cause.message, hint, { cause });
    error.attempts = cause.attempts;
    return error;
}
/** Why the list cannot be read: a failure of the request for one of its pages. */
function listError(page, cause) {
    const message = `Page ${page} of the list cannot be read. ${cause.message}`;
    return new errors_ActionError(cause.kind, message, listHint(cause), { cause });
}
function listHint({ kind, hint }) {
    // Its own hint is about an entry.
    return kind === 'entry-rejected' ? ASK_FOR_LIST : hint;
}
/** A failure that ends the run, or the reading of the list. @param facts what its sentences name. */
function endError(failure, facts = {}) {
    return new errors_ActionError(...sentencesOf(failure, facts));
}
function sentencesOf(failure, facts) {
    const fill = (text) => text.replace(/\{([\w-]+)\}/g, (_, name) => String(facts[name]));
    const [kind, message, hint] = FAILURES[failure];
    return [kind, fill(message), fill(hint)];
}

;// CONCATENATED MODULE: ./src/knowledge/reading.ts




/** Rows of a page to ask for. */
const PAGE_SIZE = 100;
/** The same after a page that is too large: the size of the documentation's example. */
const SMALL_PAGE_SIZE = 20;
/** More than a run can hold in memory. A service may also show the same entries again and again under new ids. */
const MAX_ROWS = 200_000;
/** The limit of one reading. A run reads several times, and a job is often given less than an hour. */
const MAX_MINUTES = 10;
/** Pages that have arrived and wait for their turn at most, so that requests go on while the rows of others are looked at. */
const MAX_WAITING = 8;
/** Rows between two lines about the progress. */
const PROGRESS_STEP = 1000;
/**
 * Reads the list once, to its end: an empty page, one that shows nothing new, or 404 after the first page. The total is no
 * end, because it may be wrong, or that of the page.
 *
 * @throws {ActionError} if the list cannot be read to its end; for a page that cannot be read of the kind of its cause.
 */
async function* readList(client) {
    const reading = new Reading(client);
    let end = yield* reading.readPages(PAGE_SIZE);
    if (end === 'too large')
        end = yield* reading.readPages(SMALL_PAGE_SIZE);
    if (typeof end === 'number')
        yield* reading.beginAgain(end);
}
class Reading {
    #client;
    #until = performance.now() + MAX_MINUTES * 60_000;
    #seen = new Set();
    #readOnly = 0;
    #total = 0;
    #hasBegunAgain = false;
    constructor(client) {
        this.#client = client;
    }
    /** Reads pages of one size. @returns the size with which to begin again, if rows may lie between two pages. */
    async *readPages(asked) {
        const seen = new Set();
        let smaller;
        for await (const { page, answer } of pages(this.#client, asked)) {
            if (answer === 'too large')
                return answer;
            const all = [...answer.rows, ...answer.readOnly];
            const before = seen.size;
            for (const { key } of all)
                seen.add(key);
            yield this.#add(answer, page);
            if (seen.size === before)
                break;
            if (smaller !== undefined)
                return smaller;
            // A service that says that its pages have this size has left rows out.
            const isShort = page.number > FIRST_PAGE && all.length < page.size && answer.size !== page.size;
            const size = Math.max(all.length, SMALL_PAGE_SIZE);
            if (isShort && size < page.size && !this.#hasBegunAgain)
                smaller = size;
        }
        return this.#seen.size < this.#total ? smaller : undefined;
    }
    /** Only once: a service that leaves rows out again has a reason, such as permissions. */
    async *beginAgain(size) {
        this.#hasBegunAgain = true;
        yield* this.readPages(size);
    }
    #add({ rows, readOnly, total = 0 }, page) {
        const before = this.#seen.size;
        const isNew = ({ key }) => this.#seen.size < this.#seen.add(key).size;
        const added = rows.filter(isNew);
        this.#readOnly += readOnly.filter(isNew).length;
        this.#total = Math.max(this.#total, total);
        const { size } = this.#seen;
        if (size > MAX_ROWS)
            throw endError('listTooLong', { most: wording_format(MAX_ROWS) });
        if (performance.now() > this.#until)
            throw endError('listTooSlow', { minutes: String(MAX_MINUTES) });
        if (Math.floor(size / PROGRESS_STEP) > Math.floor(before / PROGRESS_STEP)) {
            this.#client.onProgress?.(`reading the list: ${wording_count(size, 'entry', 'entries')}`);
        }
        return { page, rows: added, readOnly: this.#readOnly, total: this.#total };
    }
}
/**
 * All pages in their order, without an end. If the list names a total, they are requested before they are needed, as many
 * at a time as the client allows, and a few more wait in memory.
 *
 * The first page says how many rows the service allows. All others are asked for as many, so that none lies between two pages.
 */
async function* pages(client, asked) {
    const stop = new AbortController();
    try {
        const first = await requestPage(client, { number: FIRST_PAGE, size: asked }, stop.signal);
        yield first;
        const size = first.answer === 'too large' ? asked : sizeOf(first.answer, asked);
        let next = FIRST_PAGE + 1;
        const request = () => {
            const shown = requestPage(client, { number: next++, size }, stop.signal);
            // Nobody waits for it if the list ends before.
            shown.catch(() => undefined);
            return shown;
        };
        const ahead = [];
        for (let { answer } = first;;) {
            const total = answer === 'too large' ? 0 : (answer.total ?? 0);
            // Behind the last page is one without rows.
            while (next <= Math.ceil(total / size) + 1 && ahead.length < client.concurrency + MAX_WAITING) {
                ahead.push(request());
            }
            // Pages that are here already would otherwise be taken first, and the requests sent late.
            if (ahead.length > 0)
                await (0,promises_.setImmediate)();
            const shown = await (ahead.shift() ?? request());
            yield shown;
            ({ answer } = shown);
        }
    }
    finally {
        // Ends what was requested ahead, and is of no use any more.
        stop.abort();
    }
}
/** The rows of a page, if a service shows fewer than it was asked for. */
function sizeOf({ rows, readOnly, size }, asked) {
    const shown = size !== undefined && size < asked ? size : rows.length + readOnly.length;
    return shown > 0 && shown < asked ? shown : asked;
}
/** @throws {ActionError} if the page cannot be read. */
async function requestPage(client, page, signal) {
    const { number, size } = page;
    try {
        return { page, answer: await client.listPage(number, size, signal) };
    }
    catch (error) {
        if (!(error instanceof RequestError) || error === client.ended)
            throw error;
        if (size > SMALL_PAGE_SIZE && isTooLarge(error, number))
            return { page, answer: 'too large' };
        if (number > FIRST_PAGE && error.status === 404) {
            return { page, answer: { rows: [], readOnly: [], total: undefined, size: undefined } };
        }
        throw listError(number, error);
    }
}
/** True if a page with fewer rows may succeed. Some services answer 400 or 422 if the first page is too large. */
function isTooLarge({ tooLarge, status }, number) {
    return tooLarge || (number === FIRST_PAGE && (status === 400 || status === 422));
}

;// CONCATENATED MODULE: ./src/sync/rows.ts



/** Milliseconds before the second reading: readings at once would share one failure. */
const PAUSE = 500;
/** What an entry says of itself. */
function rowOf(name, content) {
    const { line, text } = readText(content);
    const digest = digestOf(name, text);
    return { name, state: stateOf(line, text, digest), line, digest, content };
}
function stateOf(line, text, digest) {
    if (line === undefined)
        return text === '' ? 'no text' : 'by hand';
    return line.digest === digest ? 'ours' : 'edited';
}
/** What one look at the list has shown. */
class Rows {
    all;
    #exact;
    #folded;
    /** How many entries the list names beside those that it shows, if it shows none for some runbook. */
    hidden;
    constructor(all, hidden = 0) {
        this.all = all;
        this.hidden = Math.max(0, hidden);
        this.#exact = Map.groupBy(all, ({ name }) => name);
        this.#folded = Map.groupBy(all, ({ name }) => foldName(name));
    }
    /** The rows of exactly this name; if there are none, of a name that a service may take for the same. */
    of(name) {
        return this.#exact.get(name) ?? this.like(name);
    }
    /** The rows of every name that a service may take for this one. */
    like(name) {
        return this.#folded.get(foldName(name)) ?? [];
    }
    /** How many rows have exactly this name. */
    count(name) {
        return this.#exact.get(name)?.length ?? 0;
    }
}
/** The rows under names of runbooks, also of those that share one. */
function claimedRows({ named, shared }, rows) {
    // Thousands of files may share one name.
    const names = new Set([...named, ...shared.flat()].map(({ name }) => name));
    return new Set([...names].flatMap((name) => rows.of(name)));
}
/**
 * Reads the list. A name that one reading lacks is missing only if a second reading lacks it, too: pages may change their order
 * while somebody writes, and an entry that only looks new would be sent over an edit. What the later reading shows counts.
 *
 * @throws {ActionError} if the list cannot be read to its end.
 */
async function readRows(client, { named, shared, nameAt }, { options, showsOwnTexts }) {
    const wanted = new Set(named.map(({ name }) => name));
    const names = new Set([...named, ...shared.flat()].map(({ name }) => foldName(name)));
    const needsText = ({ name, state, line }) => {
        // The title of its runbook may have changed.
        if (!names.has(foldName(name)))
            return state === 'edited' && nameAt.get(line?.path ?? '') !== undefined;
        const isOwn = state === 'ours' && line !== undefined && isOfBranch(line, options) && nameAt.has(line.path);
        return showsOwnTexts || !isOwn;
    };
    const first = await readOnce(client, needsText);
    if (wanted.isSubsetOf(new Set(first.rows.map(({ name }) => name))))
        return new Rows(first.rows);
    await client.pause(PAUSE);
    const second = await readOnce(client, needsText);
    const later = new Set(second.rows.map(({ name }) => name));
    const rows = [...second.rows, ...first.rows.filter(({ name }) => !later.has(name))];
    const isComplete = wanted.isSubsetOf(new Set(rows.map(({ name }) => name)));
    return new Rows(rows, isComplete ? 0 : second.total - second.readOnly - rows.length);
}
/** The rows of one reading. */
async function readOnce(client, needsText) {
    const rows = [];
    let last = { total: 0, readOnly: 0 };
    for await (const page of readList(client)) {
        last = page;
        for (const { name, content } of page.rows) {
            if (name === '')
                continue;
            const row = rowOf(name, content);
            rows.push(needsText(row) ? row : withoutContent(row));
        }
    }
    return { rows, total: last.total, readOnly: last.readOnly };
}
/** Each field by its name: a copy of an object takes more memory, and a list has thousands of rows. */
function withoutContent({ name, state, line, digest }) {
    return { name, state, line, digest, content: '' };
}

;// CONCATENATED MODULE: ./src/report/inventory.ts



/** What the list held. @param showsNames whether names of entries without a runbook may be published. */
function inventoryOf(look, showsNames) {
    const { runbooks, rows, facts } = look;
    const claimed = claimedRows(runbooks, rows);
    const current = currentRows(look);
    const orphans = orphanRows(look);
    const unclaimed = rows.all.filter((row) => !claimed.has(row));
    const unread = unclaimed.filter((row) => isUnread(row, look));
    const others = unclaimed.filter((row) => !isUnread(row, look));
    const orphaned = others.filter(({ line }) => orphans.has(line));
    const byHand = others.filter(({ line }) => line === undefined);
    const elsewhere = others.filter(({ line }) => line !== undefined && !isOfRepository(line, facts.base));
    return {
        entries: rows.all.length,
        current: current.size,
        differing: claimed.size - current.size + unread.length,
        orphaned: orphaned.length,
        unselected: others.length - orphaned.length - elsewhere.length - byHand.length,
        elsewhere: elsewhere.length,
        byHand: byHand.length,
        names: showsNames ? [...orphaned, ...byHand].map(({ name }) => name) : []
    };
}
/** So that two swapped tokens or a forgotten entry are noticed: `52 entries: 48 current, 3 differ, 1 written by hand`. */
function sayInventory({ names, ...totals }, isPast) {
    const { entries, current, differing, orphaned, elsewhere, unselected, byHand } = totals;
    const parts = [
        current > 0 && `${wording_format(current)} current`,
        differing > 0 && wording_count(differing, 'differs', 'differ'),
        orphaned > 0 && `${wording_format(orphaned)} orphaned`,
        elsewhere > 0 && `${wording_format(elsewhere)} of other repositories`,
        unselected > 0 && `${wording_format(unselected)} of other files or branches, or retired`,
        byHand > 0 && `${wording_format(byHand)} written by hand`
    ];
    const what = wording_joined([wording_count(entries, 'entry', 'entries'), wording_joined(parts, ', ')], ': ');
    return wording_joined([
        `${isPast ? 'Before this run the knowledge base had' : 'The knowledge base has'} ${what}.`,
        names.length > 0 && `Without a runbook: ${listed(names.map((name) => `“${name}”`))}.`
    ]);
}
/** Rows with the text that their runbooks have now. */
function currentRows({ decisions }) {
    return new Set(decisions.flatMap((decision) => {
        if (decision.do !== 'leave' || decision.why !== 'current')
            return [];
        return decision.rows.filter(({ digest }) => digest === decision.runbook.digest);
    }));
}
/** By their lines: the row of an orphan is a copy. */
function orphanRows({ decisions }) {
    return new Set(decisions.flatMap((decision) => (decision.do === 'orphan' || decision.do === 'retire' ? decision.row.line : [])));
}
/** True for an entry from a file of this branch of which nobody knows the name. */
function isUnread({ line }, { runbooks, facts }) {
    return line !== undefined && runbooks.unreadable.has(line.path) && isOfBranch(line, facts.base);
}

;// CONCATENATED MODULE: ./src/sync/decide.ts


/** What becomes of each selected file, and of each entry that has none. docs/decisions.md has the table. */
function decide(runbooks, rows, facts) {
    return [
        ...runbooks.others.map((file) => ({ do: 'leave out', file, isRed: isInScope(file.path, facts) })),
        ...runbooks.shared.flatMap((group) => refuseGroup(group, facts)),
        ...runbooks.named.map((runbook) => decideRunbook(runbook, rows.of(runbook.name), facts)),
        ...decideOrphans(runbooks, rows, facts)
    ];
}
/** Tells whether a problem of a file makes the run red. */
function isInScope(path, { changed }) {
    return changed?.has(path) ?? true;
}
function refuseGroup(files, { changed }) {
    const broughtIn = files.filter(({ path }) => changed?.has(path) === true);
    const group = [...broughtIn, ...files.filter(({ path }) => changed?.has(path) !== true)];
    const isRed = changed === undefined || broughtIn.length > 0;
    return files.map((runbook) => {
        return { do: 'refuse', why: 'shared name', runbook, group, broughtIn: broughtIn.length, isRed };
    });
}
function decideRunbook(runbook, rows, facts) {
    const send = (why) => {
        const replaced = rows.filter((row) => row.digest !== runbook.digest && isOfOthers(row, facts));
        return { do: 'send', why, runbook, rows, replaced };
    };
    const found = strongest(rows.map((row) => ({ row, verdict: verdictOn(row, runbook, facts) })));
    if (found === undefined)
        return send('new');
    const { row, verdict } = found;
    if (verdict.do === 'send')
        return send(verdict.why);
    if (verdict.why === 'current')
        return { do: 'leave', why: 'current', runbook, rows };
    if (facts.onConflict === 'replace' || facts.replace.has(runbook.path))
        return send('replaces');
    if (verdict.do === 'leave')
        return { do: 'leave', why: verdict.why, runbook, rows };
    return { do: 'refuse', why: verdict.why, runbook, rows, row, isRed: isInScope(runbook.path, facts) };
}
/** Of several rows of one name: a current one wins, because the others can only be removed by people; then the careful one. */
function strongest(verdicts) {
    const order = [
        ({ why }) => why === 'current',
        (verdict) => verdict.do === 'refuse',
        (verdict) => verdict.do === 'leave',
        () => true
    ];
    return order.map((fits) => verdicts.find(({ verdict }) => fits(verdict))).find((found) => found !== undefined);
}
/** The first line that fits decides. */
function verdictOn(row, runbook, facts) {
    const { state, line, digest } = row;
    if (line !== undefined && isElsewhere(line, facts))
        return { do: 'refuse', why: 'elsewhere' };
    if (state === 'no text')
        return { do: 'send', why: 'no text' };
    if (state === 'ours') {
        const isCurrent = digest === runbook.digest && line !== undefined && leadsTo(line, runbook.path, facts.base);
        return isCurrent ? { do: 'leave', why: 'current' } : { do: 'send', why: 'changed' };
    }
    // Before the next line: nothing is lost, and otherwise such an entry would stay an edited one.
    if (digest === runbook.digest)
        return { do: 'send', why: 'in the file' };
    if (line !== undefined && isOfSameText(line, runbook))
        return { do: 'leave', why: 'edited' };
    if (facts.merged.has(row))
        return { do: 'send', why: 'in the file' };
    return { do: 'refuse', why: state };
}
/** True if the file has not changed since the entry was sent. Its blob tells that, also if a link's target or an input has changed. */
function isOfSameText({ kind, blob, digest }, runbook) {
    // Under a note that the runbook is gone, nobody has edited its text.
    return kind === 'version' && (blob === runbook.blob || digest === runbook.digest);
}
/** True if an entry comes from another repository, or from a file that `files` leaves to another step. */
function isElsewhere(line, { base, unselected }) {
    return !isOfRepository(line, base) || isUnselected(line, { base, unselected });
}
/** True if an entry comes from a file that this branch has, and `files` does not select. */
function isUnselected(line, { base, unselected }) {
    return unselected.has(line.path) && isOfBranch(line, base);
}
/** True for a text that this repository has not sent so. */
function isOfOthers({ state, line }, facts) {
    return state === 'edited' || state === 'by hand' || (line !== undefined && isElsewhere(line, facts));
}
/** Entries that say themselves that they come from a file of this branch, and have the name of no runbook. */
function decideOrphans(runbooks, rows, facts) {
    const claimed = claimedRows(runbooks, rows);
    const byBlob = new Map(runbooks.named.map((runbook) => [runbook.blob, runbook]));
    return rows.all.flatMap((row) => {
        const { name, line } = row;
        if (line === undefined || line.kind === 'retired' || claimed.has(row))
            return [];
        if (!isOfBranch(line, facts.base) || runbooks.unreadable.has(line.path))
            return [];
        const isHere = runbooks.nameAt.has(line.path);
        if (!isHere && !facts.selects(line.path))
            return [];
        const nameNow = runbooks.nameAt.get(line.path);
        const now = nameNow === undefined ? byBlob.get(line.blob) : { path: line.path, name: nameNow };
        // An upsert may find any of these, and a text of a person may be among them.
        const isUntouched = rows.like(name).every((one) => {
            return one.state === 'ours' && one.line?.kind === 'version' && isOfBranch(one.line, facts.base);
        });
        // The file of another step may have the name that this one gives to none.
        const isRetired = facts.removed === 'retire' && isUntouched && !isHere;
        return [{ do: isRetired ? 'retire' : 'orphan', row: { ...row, line }, isHere, now }];
    });
}

;// CONCATENATED MODULE: ./src/report/notices.ts



/** Bytes. The documentation of the service recommends smaller ones. */
const RECOMMENDED_SIZE = 50 * 1024;
/** Long enough for a holiday, in days. */
const WARN_DAYS = 14;
const DAY = 24 * 60 * 60 * 1000;
/** What was sent although it is larger than recommended. */
function sizeNotices(sent) {
    const large = sent.all.filter(({ size, state }) => size > RECOMMENDED_SIZE && state.is === 'shown').length;
    if (large === 0)
        return [];
    const message = `${wording_count(large, 'entry', 'entries')} of more than 50 KB ${large === 1 ? 'was' : 'were'} sent. Smaller documents are recommended: split a runbook if the assistant does not find what is in it.`;
    return [{ level: 'notice', message }];
}
/** What the list shows, or does not show, beside what was decided. */
function listNotices({ runbooks, rows, facts, isWithoutTexts }) {
    const notices = [];
    const hidden = [...claimedRows(runbooks, rows)].filter(({ state }) => state === 'no text').length;
    if (isWithoutTexts) {
        const message = 'The list shows no texts, so nothing can be compared: every run sends every runbook, and edits in the assistant are replaced unseen.';
        notices.push({ level: 'notice', message });
    }
    else if (hidden > 0) {
        const message = `Edits in the assistant are not seen in ${wording_count(hidden, 'entry', 'entries')} whose text the list does not show.`;
        notices.push({ level: 'warning', message });
    }
    if (rows.hidden > 0) {
        const message = 'The list names more entries than it shows. If it hides one that somebody edited, its runbook looks new, and replaces the edit unseen.';
        notices.push({ level: 'notice', message });
    }
    const unselected = rows.all.flatMap(({ line }) => (line !== undefined && isUnselected(line, facts) ? line.path : []));
    if (unselected.length > 0) {
        const paths = listed([...new Set(unselected)]);
        const message = `${wording_count(unselected.length, 'entry comes', 'entries come')} from files that \`files\` does not select: ${paths}. Another step delivers them, or they were moved.`;
        notices.push({ level: 'notice', message });
    }
    const several = runbooks.named.filter(({ name }) => rows.of(name).length > 1);
    if (several.length > 0) {
        const names = listed(several.map(({ name }) => `“${name}”`));
        const message = `The knowledge base has several entries named ${names}. Remove the outdated ones in the assistant.`;
        notices.push({ level: 'warning', message });
    }
    return notices;
}
/** A warning around the day on which the token stops working. The service cannot be asked. */
function expiryNotices(expiresOn, hasReadList, now) {
    if (expiresOn === undefined)
        return [];
    const days = Math.ceil((expiresOn.getTime() - now.getTime()) / DAY);
    if (days > WARN_DAYS)
        return [];
    const day = expiresOn.toISOString().slice(0, 10);
    if (days <= 0 && hasReadList) {
        const message = `The date in the workflow is past (\`token-expires-on: ${day}\`), yet the token works: correct the date.`;
        return [{ level: 'warning', message }];
    }
    const when = days > 0 ? `expires on ${day}, in ${wording_count(days, 'day')}` : `expired on ${day}`;
    const message = `The token ${when} (\`token-expires-on\`). Choose Rotate in Settings → Access Tokens of the assistant, store the new ` +
        'value in the secret at once, because the old one stops working, and update `token-expires-on`.';
    return [{ level: 'warning', message }];
}
function saySaved({ name, file }) {
    return `The run replaced a text of the entry “${name}” in the assistant. The old text is in ${file}, on a runner until the job ends.`;
}
/** What became of an edit, and what to do with it. */
function sayPulled({ kind, reason }) {
    switch (kind) {
        case 'changed':
            return wording_joined(['An edit from the assistant is in the file now.', reason]);
        case 'beside':
            return wording_joined([
                'An edit from the assistant is beside the file, with `.edited` after its name.',
                reason,
                // If both changed the same lines, no sync can tell that the edit is in the file.
                `Copy what is right, and delete that file. If the next sync refuses the runbook, ${REPLACE}.`
            ]);
        case 'left out':
            return reason;
    }
}
function sayDeadAlert({ alert, reason }) {
    return `The alert ${alert} has no runbook at its address. ${reason} Correct the address, or add the runbook.`;
}

;// CONCATENATED MODULE: ./src/report/journal.ts



/** Bytes of the replaced texts that a result keeps: a summary holds 1 MiB. */
const MAX_SAVED = 512 * 1024;
/** What a report needs although the inputs could not be read. */
function unreadFrame(known = {}) {
    const { mode, address = { repository: '', serverUrl: '' } } = known;
    return { mode, address, showsTexts: false, tokenExpiresOn: undefined };
}
/** Records what a run says, sees and does, and tells a front end at once. */
class Journal {
    #tell;
    #notices = new Map();
    #pulled = [];
    #saved = [];
    #savedBytes = 0;
    #frame = unreadFrame();
    #alerts;
    #look;
    #sent = new SentEntries();
    #inventory;
    #differences = new Map();
    constructor(tell = () => undefined) {
        this.#tell = tell;
    }
    /** Takes what is known of the run, in place of what was known before. */
    begins(frame) {
        this.#frame = frame;
    }
    /** The last look; undefined before the first one. */
    get look() {
        return this.#look;
    }
    /** Each once: a further look may find the same. */
    notice = (notice) => {
        if (notice.level !== 'progress') {
            const key = JSON.stringify(notice);
            if (this.#notices.has(key))
                return;
            this.#notices.set(key, notice);
        }
        this.#tell({ kind: 'notice', notice });
    };
    /** Takes what a look shows, in place of what the look before has shown. */
    looked(look, sent = new SentEntries()) {
        // What the list held is said of the beginning of the run.
        if (look.isCompared)
            this.#inventory ??= inventoryOf(look, this.#frame.showsTexts);
        for (const notice of listNotices(look))
            this.notice(notice);
        this.#look = look;
        this.#sent = sent;
    }
    sending(total) {
        this.#tell({ kind: 'sending', total });
    }
    answered(sent) {
        this.#tell({ kind: 'answered', sent });
    }
    saved(text) {
        this.#savedBytes += Buffer.byteLength(text.content);
        const isKept = this.#frame.showsTexts && this.#savedBytes <= MAX_SAVED;
        this.#saved.push(isKept ? text : { ...text, content: '' });
        this.#tell({ kind: 'saved', text });
    }
    pulled(pulled) {
        this.#pulled.push(pulled);
    }
    /** Takes what differs between entries and runbooks: unified differences by path. */
    differs(differences) {
        this.#differences = differences;
    }
    foundAlerts(alerts) {
        this.#alerts = alerts;
    }
    /** What the run has found and done. @param ended what ended it early. */
    result(ended) {
        return {
            ...this.#frame,
            look: this.#look,
            sent: this.#sent,
            inventory: this.#inventory,
            differences: this.#differences,
            notices: [...this.#notices.values(), ...sizeNotices(this.#sent)],
            pulled: [...this.#pulled],
            saved: [...this.#saved],
            alerts: this.#alerts,
            ended
        };
    }
}

// EXTERNAL MODULE: external "node:fs/promises"
var external_node_fs_promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
;// CONCATENATED MODULE: ./src/secret.ts

const HIDDEN = '***';
/** Shorter encodings of a token appear in ordinary text by chance. */
const SHORTEST_ENCODING = 8;
/** A token in one private field. Every conversion to text yields `***`; only `reveal()` gives the value. */
class Secret {
    #value;
    #forms;
    constructor(value) {
        this.#value = value;
        this.#forms = formsOf(value);
    }
    reveal() {
        return this.#value;
    }
    /** The value and its encodings, longest first: what a runner can mask. */
    forms() {
        return this.#forms;
    }
    /**
     * `text` with the secret replaced by `***`: as it is, percent-encoded, as JSON escapes it, and in base64 or base64url, also as
     * a part of a longer text. A service that breaks or encodes a token in another way has it already, and means harm.
     */
    redact(text) {
        return this.#forms.reduce((rest, form) => rest.replaceAll(form, HIDDEN), text);
    }
    /** True if a text has a form of the secret. */
    isIn(text) {
        return this.#forms.some((form) => text.includes(form));
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
    const encoded = [...percentEncoded(value), ...escapedForJson(value), ...base64Forms(value)];
    const forms = [value, ...encoded.filter((form) => form.length >= SHORTEST_ENCODING)];
    return [...new Set(forms)].filter((form) => form !== '').sort((a, b) => b.length - a.length);
}
/** Encoders differ in the case of their digits, and in whether they encode a slash. */
function percentEncoded(text) {
    const encoded = encodeURIComponent(text.toWellFormed());
    return [encoded, encoded.replaceAll('%2F', '/')].flatMap((form) => [
        form,
        form.replace(/%../g, (code) => code.toLowerCase())
    ]);
}
/** Some encoders also escape what HTML uses (Go), or slashes (PHP). */
function escapedForJson(text) {
    const escaped = JSON.stringify(text).slice(1, -1);
    const forHtml = escaped.replace(/[&<>]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
    return [escaped, forHtml].flatMap((form) => [form, form.replaceAll('/', '\\/')]);
}
/**
 * The base64 digits that depend on the text alone where it stands 0, 1 or 2 bytes (modulo 3) behind the start of a longer one,
 * such as `Bearer <token>`. Padding and the digits shared with the neighbouring bytes are left out.
 */
function base64Forms(text) {
    const bytes = Buffer.from(text);
    return [0, 1, 2].flatMap((offset) => {
        const all = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
        const digits = all.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
        return [digits, digits.replaceAll('+', '-').replaceAll('/', '_'), ...percentEncoded(digits)];
    });
}

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
    mode: { input: 'mode', default: 'auto', read: oneOf('auto', 'sync', 'plan', 'pull'), option: false },
    nameTemplate: { input: 'entry-name', default: '{title}', read: readNameTemplate },
    frontMatter: { input: 'front-matter', default: 'strip', read: oneOf('strip', 'keep') },
    removed: { input: 'removed', default: 'report', read: oneOf('report', 'retire') },
    onConflict: { input: 'on-conflict', default: 'keep', read: oneOf('keep', 'replace') },
    /** Milliseconds in which the list must show what was sent. */
    confirmWithin: {
        input: 'confirm-within',
        default: '120',
        read: (value, name) => integer(10, 3600)(value, name) * 1000
    },
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
    const missing = wording_joined([token === undefined && '`token`', baseUrl === undefined && '`base-url`'], ' and ');
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
    const hint = 'Store the value of the token alone in the secret (or in the variable RUNBOOK_SYNC_TOKEN), with nothing around it. If you no longer have it, choose Rotate ' +
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
        throw unusableError('must not contain a user name or password.', `${example} The token goes into \`token\`.`);
    }
    // `URL` cannot tell `https://host/?` from `https://host/`.
    if (value.includes('?') || value.includes('#'))
        throw unusableError('must not have a query (`?`) or a fragment (`#`).');
    const [api] = /\/personal\/v\d+(?=\/|$)/.exec(url.pathname) ?? [];
    if (api !== undefined) {
        throw unusableError(`contains \`${api}\`; Runbook Sync adds the path of the API.`, `Write \`base-url: ${url.href.slice(0, url.href.indexOf(api)).replace(/\/+$/, '')}\`.`);
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
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/**
 * Imports `@actions/github`, which reads the event file while it is imported. Throws `ActionError` of kind `event` instead
 * of what JSON.parse throws.
 */
async function importGitHub(env) {
    const path = env['GITHUB_EVENT_PATH'] ?? '';
    if (path === '')
        throw variableError('GITHUB_EVENT_PATH', '');
    const eventFileError = (why, cause) => new ActionError('event', `The event file ${path} (GITHUB_EVENT_PATH) ${why}.`, 'The runner writes it before the job. Start a new run; if it happens again, an earlier step overwrites the file.', { cause });
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
        /** Full ref: `refs/heads/main`, `refs/tags/v1`, `refs/pull/7/merge`. */
        ref,
        /** The branch of `ref`, if it is one. */
        branch,
        /** The commit that started the job. */
        sha: required(env, 'GITHUB_SHA', COMMIT),
        /** Undefined if the event does not say. A schedule runs on the default branch only, and its event does not name it. */
        defaultBranch: event === 'schedule' ? branch : textOf(field(payload, 'repository', 'default_branch')),
        /** True if the event says that the repository is private. */
        isPrivate: field(payload, 'repository', 'private') === true,
        /** `https://github.com`, or the GitHub Enterprise Server; no trailing slash. */
        serverUrl: addressOf(context.serverUrl, 'GITHUB_SERVER_URL'),
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
function shortRef(ref) {
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
            const isOwn = (textOf(field(payload, 'ref')) ?? ref) === ref;
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
            const into = textOf(field(payload, 'pull_request', 'base', 'ref'));
            return head === undefined ? other : { kind: 'pull-request', into };
        }
        case 'merge_group': {
            const base = commitOf(field(payload, 'merge_group', 'base_sha'));
            const head = commitOf(field(payload, 'merge_group', 'head_sha'));
            const into = textOf(field(payload, 'merge_group', 'base_ref'));
            return base === undefined || head === undefined
                ? other
                : { kind: 'merge-group', base, into: into && shortRef(into) };
        }
        default:
            return other;
    }
}
function textOf(value) {
    return typeof value === 'string' && value !== '' ? value : undefined;
}
/** A commit's id. GitHub writes zeros if there is none. */
function commitOf(value) {
    return typeof value === 'string' && COMMIT.test(value) && !/^0+$/.test(value) ? value : undefined;
}

// EXTERNAL MODULE: ./node_modules/minimatch/dist/esm/index.js + 6 modules
var esm = __webpack_require__(5273);
;// CONCATENATED MODULE: ./src/branch/patterns.ts



const MAX_PATTERNS = 500;
const MAX_LENGTH = 1000;
/** As @actions/glob 0.7 calls minimatch, the same on every system. */
const OPTIONS = {
    dot: true,
    nobrace: true,
    noext: true,
    nocomment: true,
    nonegate: true,
    platform: 'linux'
};
/** The files that a line selects if it names no ending: by the input. */
const ENDINGS = { files: /\.(?:md|markdown|mdown|mkd)$/i, alerts: /\.(?:ya?ml|json)$/i };
const EXAMPLES = { files: '`docs/runbooks/**/*.md`', alerts: '`monitoring/rules/**/*.yml`' };
/**
 * The lines of `files` or `alerts`, which select paths relative to the repository's root: the last line that matches decides,
 * `!` excludes, and a folder stands for everything below it, as in @actions/glob. One thing differs: a line that selects and
 * names no ending (a folder, `*`, `**`) selects files of one kind only, Markdown for `files`, not the pictures beside them.
 *
 * Refuses what @actions/glob takes literally although its author meant something else: braces, commas, backslashes.
 */
class Patterns {
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
    const itself = new esm/* Minimatch */.VR(parts.join('/'), OPTIONS);
    const below = new esm/* Minimatch */.VR([...parts, '**'].join('/'), OPTIONS);
    const anyEnding = exclude || !/^\*+$/.test(parts.at(-1) ?? '');
    const hasEnding = (path) => ENDINGS[input].test(path);
    return {
        line,
        exclude,
        matches: (path) => (!isFolder && itself.match(path) && (anyEnding || hasEnding(path))) ||
            (below.match(path) && (exclude || hasEnding(path)))
    };
}
/** By its ending. */
function isMarkdown(path) {
    return ENDINGS.files.test(path);
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

;// CONCATENATED MODULE: ./src/report/rows.ts





/**
 * What became of a runbook or an entry, in the order in which people need to know it. The JSON report uses these words, and
 * docs/report.md explains them.
 */
const OUTCOMES = [
    ...['failed', 'refused', 'pending', 'kept', 'upserted'],
    ...['planned', 'retired', 'orphaned', 'unchanged', 'skipped']
];
/** Why an entry has failed whose list shows what somebody, or the service, has made of the text: no run sends it again by itself. */
const ALTERED = 'the list shows another text';
/** Files that a message names beside its own. */
const MAX_FILES = 3;
/** What was decided last, and what became of it: what needs a person first, then by path. */
function rowsOf(result) {
    const { look, sent } = result;
    if (look === undefined)
        return [];
    const isFirst = !look.rows.all.some(({ line }) => line !== undefined && isOfRepository(line, look.facts.base));
    const rows = look.decisions.map((decision) => rows_rowOf(decision, result, { look, isFirst }));
    const decided = new Set(look.decisions.flatMap((one) => ('row' in one ? [foldName(one.row.name)] : [])));
    // The list shows a note, and no orphan any more.
    const retired = sent.all.flatMap((one) => {
        const { shipment, name, attempts } = one;
        if (shipment.do === 'send' || decided.has(foldName(name)))
            return [];
        return [complete(shipment, { ...saySent(one), attempts }, result)];
    });
    const rank = ({ outcome, waiting }) => OUTCOMES.indexOf(outcome) * 2 + Number(waiting);
    return [...rows, ...retired].sort((one, other) => rank(one) - rank(other) || (one.path < other.path ? -1 : 1));
}
function rows_rowOf(decision, result, situation) {
    const known = sentFor(decision, result.sent);
    const said = sayDecision(decision, situation, result);
    // Somebody has changed it since, and that is what people have to know.
    const isOvertaken = known?.state.is === 'shown' && (said.outcome === 'refused' || said.outcome === 'kept');
    if (known === undefined || isOvertaken)
        return complete(decision, said, result);
    return complete(decision, { ...said, ...saySent(known), attempts: known.attempts }, result);
}
/** What the run has sent of the text that a decision is about. */
function sentFor(decision, sent) {
    if (decision.do === 'orphan' || decision.do === 'retire') {
        const known = sent.of(decision.row.name);
        return known?.shipment.do === 'retire' ? known : undefined;
    }
    if (!('rows' in decision))
        return undefined;
    const { name, digest, path } = decision.runbook;
    const known = sent.of(name);
    return known?.digest === digest && known.path === path ? known : undefined;
}
function complete(decision, said, { showsTexts, differences }) {
    const { about, path, name } = subjectOf(decision);
    const difference = showsTexts ? differences.get(path) : undefined;
    return {
        about,
        path,
        // A public repository must not publish what the assistant calls its entries.
        name: about === 'runbook' || showsTexts ? (name ?? null) : null,
        outcome: said.outcome,
        cause: said.cause ?? null,
        brief: said.brief,
        reason: said.reason,
        hint: said.hint ?? null,
        line: said.line ?? null,
        attempts: said.attempts ?? 0,
        waiting: said.waiting ?? false,
        texts: said.texts ?? 0,
        difference: about === 'runbook' ? (difference ?? null) : null
    };
}
function subjectOf(decision) {
    if ('runbook' in decision)
        return { about: 'runbook', path: decision.runbook.path, name: decision.runbook.name };
    if ('file' in decision)
        return { about: 'runbook', path: decision.file.path, name: decision.file.name };
    return { about: 'entry', path: decision.row.line.path, name: decision.row.name };
}
/** What a run says of what it has sent, whatever the list showed before. */
function saySent({ shipment, state }) {
    const isNote = shipment.do !== 'send';
    const cause = null;
    switch (state.is) {
        case 'waiting':
            return { outcome: 'pending', brief: 'sent, not confirmed', reason: 'Sent, not confirmed.', hint: null, cause };
        case 'shown': {
            const reason = isNote ? sayOrphan(shipment).reason : WHY_SENT[shipment.why].done;
            return { outcome: isNote ? 'retired' : 'upserted', brief: '', reason, hint: null, cause };
        }
        case 'failed':
        case 'altered': {
            const { message, hint } = state.error;
            const brief = state.is === 'altered' ? ALTERED : 'not stored as it was sent';
            if (!isNote)
                return { outcome: 'failed', brief, reason: message, hint, cause };
            return { outcome: 'failed', brief: 'not retired', reason: `Not retired: ${message}`, hint: DELETE, cause };
        }
    }
}
function sayDecision(decision, situation, result) {
    switch (decision.do) {
        case 'send':
            return saySend(decision, result);
        case 'leave':
            return sayLeave(decision);
        case 'leave out':
            return sayLeftOut(decision);
        case 'refuse':
            return decision.why === 'shared name' ? sayShared(decision, situation) : sayConflict(decision, situation);
        case 'orphan':
            return sayOrphan(decision);
        case 'retire':
            return sayRetire(decision, situation, result);
    }
}
const WHY_SENT = {
    new: { planned: 'A new entry.', done: 'A new entry.' },
    changed: { planned: 'Updates its entry.', done: 'Updated its entry.' },
    'in the file': {
        planned: 'The runbook has the text of the assistant now.',
        done: 'It has the text of the assistant.'
    },
    'no text': {
        planned: 'The list shows no text of the entry, so it cannot be compared.',
        done: 'The list shows no text of the entry, so it cannot be compared.'
    },
    replaces: {
        planned: 'Replaces a text of the assistant, which is saved first.',
        done: 'Replaced a text of the assistant, which was saved first.'
    },
    'not compared': { planned: '', done: '' }
};
function saySend({ why, replaced }, { mode }) {
    const texts = replaced.length;
    if (mode !== 'sync')
        return { outcome: 'planned', brief: '', reason: WHY_SENT[why].planned, texts };
    return { outcome: 'pending', brief: 'not sent', reason: 'Not sent, because the run ended.', texts };
}
function sayLeave({ why, rows }) {
    if (why === 'current')
        return { outcome: 'unchanged', brief: '', reason: '' };
    return {
        outcome: 'kept',
        brief: 'somebody edited its entry, and the edit stays',
        reason: 'Somebody edited its entry in the assistant; the edit stays.',
        hint: `Bring the edit into the file with \`runbook-sync pull\`, or discard it: ${REPLACE}.`,
        texts: rows.filter(({ state }) => state !== 'ours').length
    };
}
function sayLeftOut({ file: { kind, reason, hint, line }, isRed }) {
    if (kind === 'skipped')
        return { outcome: 'skipped', brief: '', reason, hint: hint ?? null, line: line ?? null };
    const brief = reason;
    return { outcome: kind, cause: 'text', brief, reason, hint: hint ?? null, line: line ?? null, waiting: !isRed };
}
function sayConflict({ why, row, rows, isRed }, { look: { facts } }) {
    const about = { outcome: 'refused', waiting: !isRed };
    if (why !== 'elsewhere') {
        const what = why === 'edited' ? 'edited its entry' : 'wrote its entry';
        return {
            ...about,
            cause: 'conflict',
            brief: `somebody ${what}`,
            reason: `Somebody ${what} in the assistant.`,
            hint: 'To keep the text, bring it into the file with `runbook-sync pull`. ' +
                `To discard it, or when you have merged it by hand, ${REPLACE}.`,
            texts: rows.filter(({ state }) => state !== 'ours').length
        };
    }
    const { line } = row;
    const isOther = line !== undefined && !isOfRepository(line, facts.base);
    const rename = 'give this one a `title`, or set `entry-name`.';
    return {
        ...about,
        cause: 'elsewhere',
        brief: `its entry comes from another ${isOther ? 'repository' : 'file'}`,
        reason: `Its entry comes from ${line?.address ?? ''}.`,
        hint: isOther
            ? `If this repository had that address before, ${REPLACE} once: that replaces, and saves, edits as well. Otherwise, two runbooks have the same name: ${rename}`
            : `Two runbooks have the same name: ${rename} To replace the entry, ${REPLACE}.`,
        texts: 1
    };
}
/** One sentence for all files of a name: there may be thousands. */
function sayShared({ group, broughtIn, isRed }, { isFirst }) {
    const near = group.slice(0, MAX_FILES);
    const paths = near.map(({ path }) => path);
    const more = group.length - near.length;
    const files = wording_joined([paths.join(', '), more > 0 && `and ${wording_format(more)} more`]);
    const name = near[0]?.name ?? '';
    const isSame = near.every((other) => other.name === name);
    const spelling = isSame ? '' : ' (they differ only in case, blanks or Unicode form)';
    // Those that came last are the ones to rename.
    const latest = broughtIn > 0 && broughtIn < group.length ? paths.slice(0, broughtIn).join(', ') : 'each of them';
    const exclusion = exclusionOf(paths[0] ?? '');
    return {
        outcome: 'refused',
        cause: 'duplicate',
        brief: 'other files have its name',
        reason: `${files} have the same name “${name}”${spelling}, so one entry would overwrite the other.`,
        hint: wording_joined([
            `Give ${latest} a \`title\` of its own in the front matter.`,
            isFirst &&
                "Before the first sync, `entry-name: '{dir}: {title}'` helps as well; later it would make new entries for all.",
            exclusion !== undefined && `To leave one out, add a line such as \`${exclusion}\` at the end of \`files\`.`
        ]),
        waiting: !isRed
    };
}
const DELETE = 'Delete its entry in the assistant.';
function sayOrphan({ row: { line, state }, isHere, now }) {
    const isEdited = state !== 'ours';
    return {
        outcome: 'orphaned',
        brief: '',
        reason: wording_joined([
            `Its runbook ${howItWent(line.path, isHere, now)}.`,
            isEdited && 'Somebody edited the entry, so it stays.'
        ]),
        hint: isEdited ? 'Copy what you need of it, then delete the entry in the assistant.' : DELETE
    };
}
/** An entry that is to be retired, and has not been: a note comes after everything else. */
function sayRetire(decision, { look }, { mode }) {
    const said = sayOrphan(decision);
    if (mode !== 'plan' || look.decisions.some(isRefused)) {
        return { ...said, hint: 'It is retired by a run in which nothing is refused, and nothing fails.' };
    }
    return { ...said, outcome: 'planned', reason: wording_joined([said.reason, 'A note replaces its text.']), hint: null };
}
/** In words that follow "Its runbook". */
function howItWent(path, isHere, now) {
    if (now === undefined)
        return isHere ? 'is left out now (draft, `runbook: false` or without text)' : 'was removed';
    return now.path === path ? `is called “${now.name}” now` : `was moved to ${now.path}, with the name “${now.name}”`;
}

;// CONCATENATED MODULE: ./src/report/report.ts





/** Raised when a reader of version 1 would misunderstand the report. */
const VERSION = 1;
/** Files that a sentence names, and pieces of advice that it gives. */
const MAX_NAMED = 3;
const MAX_ADVICE = 2;
/** @param now decides whether the token expires soon. */
function reportOf(result, now) {
    const { mode, address, look, inventory, alerts, ended } = result;
    const rows = rowsOf(result);
    const totals = totalsOf(rows);
    const run = { ...result, rows, totals };
    const kind = failureOf(run);
    const [firstLine, nextStep] = [sayFirst(run), sayNext(run)];
    const isKnown = look !== undefined;
    const isCompared = look?.isCompared === true;
    return {
        version: VERSION,
        mode: mode ?? null,
        success: kind === undefined,
        heading: sayHeading(run),
        firstLine,
        nextStep,
        failure: kind === undefined ? null : { kind, message: firstLine, hint: nextStep },
        ...address,
        head: look?.head ?? '',
        counts: sayCounts(run),
        totals,
        upserted: totals.upserted,
        failed: isKnown || ended === undefined ? rows.filter(isMissing).length : null,
        edits: editsIn(run, isCompared),
        orphaned: isCompared ? totals.orphaned : null,
        inventory: inventory ?? null,
        list: inventory === undefined ? '' : sayInventory(inventory, mode === 'sync'),
        overwritten: result.saved[0]?.folder ?? null,
        saved: result.saved.map((one) => {
            return { path: one.path, name: one.name, file: one.file, message: saySaved(one), text: one.content || null };
        }),
        pulled: result.pulled.map((one) => {
            return { path: one.path, file: one.file, kind: one.kind, reason: one.reason, message: sayPulled(one) };
        }),
        notices: [...expiryNotices(result.tokenExpiresOn, inventory !== undefined, now), ...result.notices].map(noticeOf),
        alerts: alertsIn(alerts),
        alertCounts: alerts === undefined ? [] : sayAlerts(alerts),
        runbooks: rows
    };
}
function noticeOf({ level, message, path, line }) {
    return { level, message, path: path ?? null, line: line ?? null };
}
/** True if a runbook is not in the knowledge base as it should be, or would not be after a sync. */
function isMissing({ outcome }) {
    return outcome === 'failed' || outcome === 'refused' || outcome === 'pending';
}
/** True if it also makes the run red. */
function report_isRed(row) {
    return isMissing(row) && !row.waiting;
}
/** True if a person has to do something, now or one day. */
function report_needsPerson(row) {
    return isMissing(row) || row.outcome === 'kept';
}
function totalsOf(rows) {
    const totals = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0]));
    for (const { outcome } of rows)
        totals[outcome]++;
    return totals;
}
/** Texts of people that are not in the files. */
function editsIn({ mode, pulled, ended, rows }, isCompared) {
    if (mode === 'pull' && (ended === undefined || pulled.length > 0))
        return pulled.length;
    return isCompared ? rows.filter(({ outcome, cause }) => outcome === 'kept' || cause === 'conflict').length : null;
}
/** What kind of failure makes the run red; undefined if it is green. */
function failureOf({ ended, pulled, rows, alerts }) {
    if (ended !== undefined)
        return ended.kind;
    const isIncomplete = rows.some(report_isRed) || pulled.some(({ kind }) => kind !== 'changed');
    // A sync is never red because of alerts: the runbooks have arrived.
    return isIncomplete || (alerts?.broughtIn ?? []).length > 0 ? 'incomplete' : undefined;
}
/** What ended a run, in a few words, if its error has none of its own. */
const report_ENDINGS = {
    input: 'An input cannot be used',
    github: 'A question to GitHub failed',
    git: 'The checkout cannot be read',
    'branch-moved': 'The branch moved',
    'token-rejected': 'The token was rejected',
    unreachable: 'The service cannot be reached',
    cancelled: 'Cancelled'
};
function sayHeading(run) {
    const { ended, rows, mode, totals } = run;
    if (ended !== undefined)
        return ended.headline ?? report_ENDINGS[ended.kind] ?? 'The run failed';
    const missing = rows.filter(report_needsPerson).length;
    if (mode === 'pull')
        return sayPulledFiles(run);
    if (missing === 0)
        return saySuccess(run);
    if (mode === 'plan')
        return `${wording_count(plannedIn(rows, 'runbook'), 'runbook')} to send, ${wording_format(missing)} not`;
    if (totals.upserted === 0)
        return `${wording_count(missing, 'runbook')} not delivered`;
    return `${wording_count(totals.upserted, 'runbook')} delivered, ${wording_format(missing)} not`;
}
/** How many runbooks, or entries that have none, a sync would send. */
function plannedIn(rows, about) {
    return rows.filter((row) => row.outcome === 'planned' && row.about === about).length;
}
/** What happened, and what is missing: `1 runbook delivered; 1 is not: docs/dns.md (somebody edited its entry).` */
function sayFirst(run) {
    const { ended, rows, mode, pulled } = run;
    const missing = rows.filter(report_needsPerson);
    if (ended !== undefined) {
        const hasResult = missing.length + run.totals.upserted > 0 && mode === 'sync';
        return wording_joined([ended.message, hasResult && `${sayMissing(run, missing)}.`]);
    }
    if (mode === 'pull') {
        const [first] = pulled.filter(({ kind }) => kind !== 'changed');
        return wording_joined([`${sayPulledFiles(run)}.`, first && wording_joined([first.path, first.reason], ': ')]);
    }
    const parts = [
        missing.length === 0 ? saySuccess(run) : sayMissing(run, missing),
        run.totals.orphaned > 0 && wording_count(run.totals.orphaned, 'entry has no runbook', 'entries have no runbook')
    ];
    const said = `${wording_joined(parts, '; ')}.`;
    // What makes the run red comes first.
    return wording_joined(missing.some(report_isRed) ? [said, sayDead(run)] : [sayDead(run), said]);
}
function sayMissing(run, missing) {
    const { mode, totals, ended, rows } = run;
    const did = mode === 'plan' ? plannedIn(rows, 'runbook') : totals.upserted;
    // What ended the run explains it, and thousands of paths would hide it.
    const named = missing.filter(({ outcome }) => ended === undefined || outcome !== 'pending');
    const names = listed(named.map(({ path, brief }) => wording_joined([path, `(${brief})`])), MAX_NAMED);
    const number = missing.length;
    if (did > 0) {
        const isNot = mode === 'plan' ? `${wording_format(number)} would not be delivered` : wording_count(number, 'is not', 'are not');
        return wording_joined([`${saySuccess(run)}; ${isNot}`, names], ': ');
    }
    if (mode === 'plan')
        return wording_joined([`${wording_count(number, 'runbook')} would not be delivered`, names], ': ');
    return wording_joined([wording_count(number, 'runbook is not delivered', 'runbooks are not delivered'), names], ': ');
}
/** What was done, or would be. */
function saySuccess({ mode, totals, saved, rows, inventory }) {
    switch (mode) {
        case 'check':
            return 'The token is valid';
        case 'plan': {
            if (inventory === undefined)
                return `${wording_count(totals.planned, 'runbook')} can be sent; nothing is known of the assistant`;
            const replaced = rows.filter(({ outcome, texts }) => outcome === 'planned' && texts > 0).length;
            const texts = replaced > 0 && ` and replace ${wording_count(replaced, 'text')} of the assistant`;
            const notes = plannedIn(rows, 'entry');
            const parts = [
                totals.planned > notes && `send ${wording_count(totals.planned - notes, 'runbook')}${texts || ''}`,
                notes > 0 && `retire ${wording_count(notes, 'entry', 'entries')}`
            ];
            return `A sync would ${wording_joined(parts, ', and ') || 'send nothing'}`;
        }
        case 'sync': {
            const parts = [
                totals.upserted > 0 && `${wording_count(totals.upserted, 'runbook')} delivered`,
                saved.length > 0 && `${wording_count(saved.length, 'text')} of the assistant saved and replaced`,
                totals.retired > 0 && `${wording_count(totals.retired, 'entry', 'entries')} retired`
            ];
            return wording_joined(parts, ', ') || (totals.unchanged > 0 ? 'Everything is up to date' : 'There is nothing to deliver');
        }
        case 'pull':
        case 'list':
        case 'alerts':
        case undefined:
            // What they print says the rest.
            return 'Done';
    }
}
/** `2 files changed, 1 edit beside its file` */
function sayPulledFiles({ pulled }) {
    const total = (wanted) => pulled.filter(({ kind }) => kind === wanted).length;
    const parts = [
        total('changed') > 0 && `${wording_count(total('changed'), 'file')} changed`,
        total('beside') > 0 && wording_count(total('beside'), 'edit beside its file', 'edits beside their files'),
        total('left out') > 0 && `${wording_format(total('left out'))} left out`
    ];
    return wording_joined(parts, ', ') || 'There are no edits to pull';
}
function sayDead({ alerts }) {
    const dead = alerts?.broughtIn ?? [];
    if (dead.length === 0)
        return undefined;
    const places = listed(dead.map(({ alert, file, line }) => `${alert} (${file}:${line})`));
    return `${wording_count(dead.length, 'alert has', 'alerts have')} an address that leads to no runbook: ${places}.`;
}
function sayNext(run) {
    const { ended, mode, pulled, rows, totals, alerts } = run;
    if (ended !== undefined)
        return ended.hint;
    const kinds = new Set(pulled.map(({ kind }) => kind));
    if (kinds.has('beside'))
        return 'Copy what is right from each `.edited` file into the file beside it, and delete the `.edited` file.';
    if (kinds.has('left out'))
        return 'Correct the entry in the assistant, then pull again.';
    const red = rows.filter(report_isRed);
    const missing = red.length > 0 ? red : rows.filter(report_needsPerson);
    return wording_joined([
        ...adviceFor(missing),
        mode === 'plan' && red.length > 0 && 'Correct this first, or the next sync fails.',
        red.some(({ outcome, brief }) => outcome !== 'refused' && brief !== ALTERED) &&
            'The next run delivers what is missing.',
        (alerts?.broughtIn ?? []).length > 0 && 'Correct the address, or add the runbook.',
        missing.length === 0 && totals.orphaned > 0 && 'Delete what you do not need in the assistant.'
    ]);
}
/** What to do, each advice once: alone if it is about everything, else after the files that it is about. */
function adviceFor(rows) {
    const groups = [...Map.groupBy(rows, ({ hint }) => hint ?? '')].filter(([hint]) => hint !== '');
    const [first] = groups;
    if (first?.[1].length === rows.length)
        return [first[0]];
    const more = groups.slice(MAX_ADVICE).reduce((sum, [, { length }]) => sum + length, 0);
    return [
        ...groups.slice(0, MAX_ADVICE).map(([hint, of]) => {
            return `${listed(of.map(({ path }) => path), MAX_NAMED)}: ${hint}`;
        }),
        ...(more > 0 ? [`The report says what to do about ${wording_count(more, 'more runbook')}.`] : [])
    ];
}
/** `3 upserted, 240 unchanged; 243 files selected at commit 3f2a1c9.` */
function sayCounts({ look, totals }) {
    if (look === undefined)
        return '';
    const outcomes = OUTCOMES.map((outcome) => totals[outcome] > 0 && `${wording_format(totals[outcome])} ${outcome}`);
    const commit = look.head !== '' && `at commit ${event_shortId(look.head)}`;
    const files = wording_joined([`${wording_count(look.runbooks.nameAt.size, 'file')} selected`, commit]);
    return `${wording_joined([wording_joined(outcomes, ', '), files], '; ')}.`;
}
/** Each alert, and whether it has a runbook. */
function alertsIn(alerts) {
    if (alerts === undefined)
        return [];
    const told = new Set(alerts.broughtIn ?? alerts.table.alerts);
    return alerts.table.alerts.map((one) => {
        const { alert, file, line, state, address, path, reason } = one;
        return {
            ...{ alert, file, line, state },
            address: address || null,
            runbook: state === 'runbook' ? path : null,
            reason: reason || null,
            message: state === 'dead' && told.has(one) ? sayDeadAlert(one) : null
        };
    });
}
/** Words for each state of an alert. */
const STATES = { runbook: 'with a runbook', dead: 'dead', elsewhere: 'elsewhere', without: 'without' };
function sayAlerts({ table: { files, alerts, totals, unnamed } }) {
    const states = Object.entries(STATES);
    const parts = states.map(([state, words]) => totals[state] > 0 && `${wording_format(totals[state])} ${words}`);
    return [
        totals.without > 0 &&
            'Give a rule a `runbook_url`, or name its alert in the front matter of a runbook: `alerts: [NAME]`.',
        unnamed.length > 0 && `${wording_count(unnamed.length, 'runbook')} without an alert: ${listed(unnamed)}.`,
        alerts.length === 0
            ? `No alerts in ${wording_count(files, 'file')}.`
            : `${wording_count(alerts.length, 'alert')}: ${wording_joined(parts, ', ')}.`
    ].filter((line) => line !== false);
}
/** In the order of the first row of each. */
function report_groupsOf(rows) {
    const groups = Map.groupBy(rows, ({ outcome, reason, hint, waiting }) => JSON.stringify([outcome, reason, hint, waiting]));
    return [...groups.values()].flatMap((group) => {
        const [first] = group;
        return first === undefined ? [] : [{ outcome: first.outcome, reason: first.reason, hint: first.hint, rows: group }];
    });
}

;// CONCATENATED MODULE: ./src/report/sink.ts


/**
 * How texts of others (paths, titles, answers) are written: without the tokens, inert in the medium, and not too long; in this
 * order, so that no part of a token is left. The runner executes `::command::` at the start of a line and the old `##[command]`
 * anywhere in one; terminals and browsers obey control and bidirectional characters; a summary renders Markdown and HTML.
 */
/** A shorter value stands in ordinary text by chance, and no token is so short. */
const SHORTEST_TOKEN = 8;
/** Characters of a line, of which GitHub cuts an annotation at 4,096; of a line of code; of a text in Markdown, and in JSON. */
const sink_MAX_LINE = 2000;
const MAX_CODE = 500;
const MAX_MARKDOWN = 600;
const MAX_JSON = 4000;
/** Errors that are the cause of another. */
const MAX_CAUSES = 5;
/** Control and format characters: bidirectional controls, zero-width characters, tags; separators of lines and paragraphs. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** Those of them that JSON may hold as they are; its line feeds are between values. */
const INVISIBLE_IN_JSON = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;
const NAMED = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** Markdown that is ours. A string is not. */
class sink_Markup {
    text;
    constructor(text) {
        this.text = text;
    }
}
/** All that a run prints or writes passes here. */
class Sink {
    #secrets;
    /** @param tokens as they were given, perhaps with white space around them; undefined or empty if there is none. */
    constructor(tokens) {
        const values = tokens.map((token = '') => token.trim());
        this.#secrets = values.filter(({ length }) => length >= SHORTEST_TOKEN).map((value) => new Secret(value));
    }
    /** Without the tokens. Not escaped. */
    redact(text) {
        return this.#secrets.reduce((redacted, secret) => secret.redact(redacted), text);
    }
    /** One line for a log or a terminal. */
    line(text) {
        return shorten(escapeLine(this.redact(text)), sink_MAX_LINE);
    }
    /** A line of a text, in which a tab stays what it is. */
    code(line) {
        return shorten(escapeCode(this.redact(line)), MAX_CODE);
    }
    /** JSON of the same value, in which nothing is active when a step or a terminal prints it. */
    json(value) {
        const redact = (_, part) => typeof part === 'string' ? shorten(this.redact(part), MAX_JSON) : part;
        return escapeJson(`${JSON.stringify(value, redact, 2)}\n`);
    }
    /** The stack of an error and of its causes. */
    trace(error) {
        const stacks = [];
        for (let cause = error; cause instanceof Error && stacks.length < MAX_CAUSES; cause = cause.cause) {
            stacks.push(cause.stack ?? cause.message);
        }
        return stacks.flatMap((stack) => stack.split('\n')).map((line) => this.line(line));
    }
    /** A template of Markdown. The strings that are put in become text in which nothing is markup. */
    markup = (template, ...parts) => {
        const [start = '', ...rest] = template;
        return new sink_Markup(start + rest.map((text, at) => this.#textOf(parts[at] ?? '') + text).join(''));
    };
    #textOf(part) {
        if (part instanceof sink_Markup)
            return part.text;
        return typeof part === 'number' ? wording_format(part) : escapeMarkdown(shorten(this.redact(part), MAX_MARKDOWN));
    }
    /** A sentence of a report, which may quote texts of others: what stands between two backticks becomes code, and our address a link. */
    prose = (sentence) => {
        const text = this.#textOf(sentence).replace(/&#96;(.+?)&#96;/g, '<code>$1</code>');
        return new sink_Markup(text.replaceAll(escapeMarkdown(WORKFLOW), `[docs/workflow.md](${WORKFLOW})`));
    };
    /** Lines as a block of code whose fence is longer than every run of tildes in it. */
    codeBlock = (language, lines) => {
        const shown = lines.map((line) => this.code(line));
        const runs = shown.flatMap((line) => line.match(/~+/g) ?? []);
        const fence = '~'.repeat(runs.reduce((most, { length }) => Math.max(most, length), 2) + 1);
        return new sink_Markup([`${fence}${language}`, ...shown, fence].join('\n'));
    };
}
/** Makes invisible characters visible on one line: a line feed as `\n`, a right-to-left override as `\u{202e}`. */
function makeVisible(text) {
    return text
        .toWellFormed()
        .replace(INVISIBLE, (char) => NAMED[char] ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}
/** One line that neither the runner nor a terminal takes for a command. */
function escapeLine(text) {
    return makeVisible(text)
        .replaceAll('##[', '# #[')
        .replace(/^(\s*:):/, '$1 :');
}
function escapeCode(line) {
    return line.split('\t').map(escapeLine).join('\t');
}
function escapeJson(json) {
    return json
        .replace(INVISIBLE_IN_JSON, (char) => Array.from({ length: char.length }, (_, at) => unicodeEscape(char.charCodeAt(at))).join(''))
        .replaceAll('##[', '#\\u0023[');
}
function unicodeEscape(unit) {
    return `\\u${unit.toString(16).padStart(4, '0')}`;
}
/** Text in which neither Markdown nor HTML is markup, wherever it stands. */
function escapeMarkdown(text) {
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

;// CONCATENATED MODULE: ./src/report/terminal.ts




/** Outcomes of which a terminal names each; what was delivered, and what was left out, is counted. */
const terminal_NAMED = ['planned', 'retired', 'orphaned'];
/** Lines about what needs a person, about the rest, and about notices. */
const terminal_MAX_CAUSES = 50;
const MAX_OTHERS = 20;
const MAX_NOTICES = 50;
/** Lines of all differences together. */
const MAX_DIFFERENCES = 10_000;
const MAX_PATHS = 10;
/** JSON characters of one list, about 10,000 runbooks, so that a report of any repository takes a few MB at most. */
const MAX_LIST = 3_000_000;
const COLORS = {
    failed: 'red',
    refused: 'red',
    pending: 'yellow',
    warning: 'yellow',
    notice: 'cyan'
};
/** All but what is unchanged, what needs a person first; then the alerts without a runbook. */
function terminal_reportLines({ runbooks, failure, alerts }) {
    const others = runbooks.filter(({ outcome }) => outcome !== 'unchanged');
    const lines = report_groupsOf(others).flatMap((group) => {
        const { outcome, rows } = group;
        const isGrouped = rows.length > 1 && (needsPersonOrNone(group) || outcome === 'skipped');
        return isGrouped ? [lineOfGroup(group, failure)] : rows.map(lineOf);
    });
    const missing = alerts.filter(({ state }) => state === 'dead' || state === 'without');
    return [
        ...lines,
        ...missing
            .sort((one, other) => Number(one.state === 'without') - Number(other.state === 'without'))
            .map(({ state, file, line, alert, reason }) => {
            return { label: state, text: wording_joined([`${file}:${line}`, wording_joined([alert, reason ?? ''])], '  '), rows: [] };
        })
    ];
}
function needsPersonOrNone({ rows }) {
    return rows.every(report_needsPerson);
}
function lineOf(row) {
    const { outcome, name, path, line, reason, hint } = row;
    const entry = name !== null && `“${name}”`;
    // What was delivered needs no reason.
    const why = outcome === 'upserted' ? '' : wording_joined([reason, hint ?? '']);
    const place = errors_locationOf({ path, ...(line !== null && { line }) });
    return { label: outcome, text: wording_joined([place, wording_joined([entry, why])], '  '), rows: [row] };
}
function lineOfGroup({ outcome, reason, hint, rows }, failure) {
    // What ended the run is the reason, and the paths would only hide it.
    const isEnded = outcome === 'pending' && failure?.kind !== 'incomplete';
    const paths = listed(isEnded ? [] : rows.map(({ path }) => path), MAX_PATHS);
    return { label: outcome, text: wording_joined([wording_count(rows.length, 'file'), wording_joined([reason, hint ?? '']), paths], '  '), rows };
}
/** The report as JSON, with as many items of each list as it holds. docs/report.schema.json has its form. */
function terminal_jsonOf(report, sink) {
    const { saved, pulled, notices, alerts, runbooks } = report;
    const lists = Object.entries({ saved, pulled, notices, alerts, runbooks });
    const bounded = lists.map(([name, items]) => [name, firstOf(items)]);
    const more = bounded.map(([name, { length }], at) => [name, (lists[at]?.[1].length ?? 0) - length]);
    const inventory = report.inventory && { ...report.inventory, names: firstOf(report.inventory.names) };
    return sink.json({ ...report, inventory, ...Object.fromEntries(bounded), more: Object.fromEntries(more) });
}
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
/** Writes what a command found: a line for each outcome, text that was saved and notice, then the counts, then what to do. */
function writeReport(report, sink, { stream, lastLine }) {
    const terminal = new Terminal(sink, stream);
    terminal.outcomes(report);
    if (report.overwritten !== null)
        terminal.labelled('saved', `${report.overwritten}  has the texts of the assistant that were replaced`);
    terminal.notices(report);
    for (const line of [report.counts, report.list, ...report.alertCounts])
        terminal.plain(line);
    terminal.ending(report, lastLine);
}
class Terminal {
    #sink;
    #stream;
    #differences = 0;
    constructor(sink, stream) {
        this.#sink = sink;
        this.#stream = stream;
    }
    outcomes(report) {
        // A plan that ended was not carried out, perhaps because a person said no.
        const isEnded = report.failure !== null && report.failure.kind !== 'incomplete';
        const lines = terminal_reportLines(report);
        const causes = lines.filter(({ rows }) => rows.length === 0 || rows.every(report_needsPerson));
        const rest = lines.filter(({ rows: [row] }) => {
            return row !== undefined && terminal_NAMED.includes(row.outcome) && (!isEnded || row.outcome === 'retired');
        });
        const shown = [
            ...causes.slice(0, terminal_MAX_CAUSES),
            ...rest.filter(({ rows }, at) => at < MAX_OTHERS || rows.some(({ difference }) => difference !== null))
        ];
        for (const line of shown)
            this.#outcome(line);
        const more = causes.length + rest.length - shown.length;
        if (more > 0)
            this.plain(`and ${wording_format(more)} more; \`--json\` has them`);
    }
    #outcome({ label, text, rows }) {
        this.labelled(label, text);
        for (const { path, difference } of rows) {
            if (difference === null)
                continue;
            const left = Math.max(0, MAX_DIFFERENCES - this.#differences);
            this.#differences += difference.length;
            for (const line of [`--- in the assistant`, `+++ ${path}`, ...difference.slice(0, left)])
                this.#code(line);
            if (difference.length > left)
                this.plain(`    and ${wording_count(difference.length - left, 'more line')}`);
        }
    }
    /** One line for all notices that say the same. */
    notices({ notices, pulled }) {
        const all = [
            ...notices,
            ...pulled.map(({ kind, path, message }) => {
                return { level: kind === 'changed' ? 'notice' : 'warning', path: path || null, line: null, message };
            })
        ];
        // Thousands of files may have one, and must not hide what is said of the run.
        const ordered = all.sort((one, other) => Number(one.path !== null) - Number(other.path !== null));
        const groups = [...Map.groupBy(ordered, ({ level, message }) => `${level} ${message}`).values()];
        for (const group of groups.slice(0, MAX_NOTICES)) {
            const [first] = group;
            if (first === undefined)
                continue;
            const places = group.map(placeOf).filter((place) => place !== '');
            const files = group.length > 1 && wording_count(group.length, 'file');
            this.labelled(first.level, wording_joined([files, ...(files === false ? places : []), first.message, files !== false && listed(places, MAX_PATHS)], '  '));
        }
        const more = groups.length - MAX_NOTICES;
        if (more > 0)
            this.plain(`and ${wording_count(more, 'more warning or notice', 'more warnings and notices')}; \`--json\` has them`);
    }
    ending({ failure, firstLine, nextStep }, lastLine) {
        const line = failure === null ? (lastLine ?? firstLine) : firstLine;
        const mark = failure === null ? this.#paint('green', '✓') : this.#paint('red', '✗');
        if (line !== '')
            this.#write(`${mark} ${this.#sink.line(line)}`);
        if (nextStep !== '' && lastLine === undefined)
            this.plain(`  ${nextStep}`);
    }
    /** Nothing if the text is empty. */
    plain(text) {
        if (text !== '')
            this.#write(this.#sink.line(text));
    }
    labelled(label, text) {
        this.#write(wording_joined([this.#paint(COLORS[label] ?? 'dim', label.padEnd(9)), this.#sink.line(text)]));
    }
    #code(line) {
        const [sign = ''] = line;
        const color = { '+': 'green', '-': 'red' };
        this.#write(`    ${this.#paint(sign in color ? color[sign] : 'dim', this.#sink.code(line))}`);
    }
    /** In colour on a terminal, unless NO_COLOR is set. */
    #paint(color, text) {
        return (0,external_node_util_.styleText)(color, text, { stream: this.#stream });
    }
    #write(line) {
        this.#stream.write(`${line}\n`);
    }
}
function placeOf({ path, line, message }) {
    return errors_locationOf({ path: path ?? '', ...(line !== null && { line }), message });
}

// EXTERNAL MODULE: ./node_modules/commander/esm.mjs
var commander_esm = __webpack_require__(8179);
;// CONCATENATED MODULE: ./src/cli/options.ts

/** What the help says of each command. */
const COMMANDS = {
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
        example: 'runbook-sync list --json'
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
        commands: [...REPOSITORY, 'check'],
        first: ['pull', 'list', 'check'],
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
        commands: [...REPOSITORY, 'alerts'],
        first: [...REPOSITORY, 'alerts'],
        value: 'PATTERN',
        help: `Which files are runbooks; \`!\` in front leaves files out. ${SEVERAL} Default: docs/runbooks/**/*.md.`,
        isRepeated: true
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
        commands: REPOSITORY,
        value: 'TEMPLATE',
        help: 'Names of the entries, from `{title}`, `{path}`, `{dir}`, `{stem}` and `{repository}`. Default: {title}.'
    },
    {
        name: 'front-matter',
        commands: REPOSITORY,
        value: 'WORD',
        help: '`strip` leaves it out, `keep` leaves it in. Default: strip.'
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
        help: 'How long the list may take to show what was sent, 10 to 3600. Default: 120.'
    },
    {
        name: 'alerts',
        commands: ['alerts'],
        value: 'PATTERN',
        help: `Files of the repository with alerting rules. ${SEVERAL}`,
        isRepeated: true
    },
    {
        name: 'allow-stale',
        commands: ['sync'],
        help: 'Sends HEAD although the branch of the remote has another commit.'
    },
    {
        name: 'yes',
        commands: ['sync'],
        help: 'Goes on where a sync would stop, because no API can undo what it does.'
    },
    {
        name: 'workflow',
        commands: [...REPOSITORY, 'alerts'],
        value: 'FILE',
        help: 'Workflow that has the options, or `none`. Default: the only one that uses the Action.'
    },
    {
        name: 'repository',
        commands: [...REPOSITORY, 'alerts'],
        value: 'OWNER/NAME',
        help: 'Where the files are for a browser. Default: where the remote is.',
        validate: /^[\w.%-]+(?:\/[\w.%-]+)+$/
    },
    {
        name: 'server-url',
        commands: [...REPOSITORY, 'alerts'],
        value: 'URL',
        help: 'The server of the repository. Default: that of the remote.',
        validate: /^https?:\/\/[^\s/@?#][^\s@?#]*$/
    },
    {
        name: 'forge',
        commands: [...REPOSITORY, 'alerts'],
        value: 'NAME',
        help: 'What the server runs, which decides how links look: github, gitlab or other. Default: by its name.',
        validate: /^(?:github|gitlab|other)$/
    },
    {
        name: 'branch',
        commands: [...REPOSITORY, 'alerts'],
        value: 'NAME',
        help: 'The branch whose runbooks the assistant has. Default: that of the remote.',
        validate: REF
    }
];
const options_OPTIONS = TABLE;
/** The options that are inputs of the Action, too. */
const INPUT_NAMES = [
    ...new Set(options_OPTIONS.map(({ name }) => name).filter((name) => INPUT_OPTIONS.includes(name)))
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
    return `See \`${wording_joined(['runbook-sync', command, '--help'])}\`.`;
}
const PLAN = '`runbook-sync plan` shows what a sync would do, and writes nothing.';
const SYNC = '`runbook-sync sync` delivers the runbooks of HEAD.';
const misuse_REPLACE = '`runbook-sync sync --replace PATH` replaces the text of a person, `--on-conflict replace` all of them.';
/** Words that people bring from other tools, and what they are called here. */
const ELSEWHERE = new Map([
    ['--dry-run', PLAN],
    ['-n', PLAN],
    ['diff', PLAN],
    ['preview', PLAN],
    ['validate', PLAN],
    ['lint', PLAN],
    ['apply', SYNC],
    ['push', SYNC],
    ['deploy', SYNC],
    ['--force', misuse_REPLACE],
    ['-f', misuse_REPLACE],
    ['status', '`runbook-sync list` shows each entry, and its state.']
]);
/** In place of what `commander` says, which repeats words that it does not know: one may be a token. */
function wrongUse({ code, message }, command) {
    const [sentence = '', suggestion = ''] = message.replace(/^error: /, '').split('\n');
    const [word = ''] = /(?<=')[^']*/.exec(sentence) ?? [];
    const help = seeHelp(command);
    const meant = ELSEWHERE.get(word) ?? suggestion.replace(/^\(|\)$/g, '');
    switch (code) {
        case 'commander.unknownCommand': {
            const names = Object.keys(COMMANDS);
            const all = `There are ${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}.`;
            return usageError('There is no command of this name.', wording_joined([meant === '' ? all : meant, help]));
        }
        case 'commander.unknownOption': {
            const isShown = ELSEWHERE.has(word) || /^--[a-z-]{1,20}$/.test(word);
            return usageError(isShown ? `There is no option \`${word}\`.` : 'There is no such option.', wording_joined([meant, help]));
        }
        case 'commander.optionMissingArgument':
            return usageError(sentence.replace(/^option '(--[\w-]+) .*/, '`$1` needs a value.'), help);
        case 'commander.excessArguments':
            return usageError('Too many arguments.', wording_joined([ARGUMENT_HINTS[command ?? 'plan'], help]));
        default:
            return usageError(`${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1).replace(/\.?$/, '.')}`, help);
    }
}
const PATTERN_HINT = "A pattern needs quotation marks: `--files 'docs/**'`.";
/** What a word without an option may have been meant for. */
const ARGUMENT_HINTS = {
    plan: PATTERN_HINT,
    sync: PATTERN_HINT,
    pull: PATTERN_HINT,
    list: PATTERN_HINT,
    check: 'It takes no argument.',
    alerts: 'Name files and folders by `--rules PATH`.'
};

;// CONCATENATED MODULE: ./src/cli/command-line.ts





/** That of package.json. */
const command_line_VERSION = '1.0.0';
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
        if (!(error instanceof commander_esm/* CommanderError */.b7))
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
    const program = new commander_esm/* Command */.uB('runbook-sync')
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
    const own = options_OPTIONS.filter(({ commands }) => commands.includes(name));
    const isFirst = ({ first = [] }) => first.includes(name);
    // The help shows the groups in the order in which they appear.
    for (const row of own.filter(isFirst))
        command.addOption(optionOf(row).helpGroup('Options:'));
    for (const row of own.filter((each) => !isFirst(each)))
        command.addOption(optionOf(row).helpGroup(MORE));
    command.addHelpOption(new commander_esm/* Option */.c$('-h, --help', 'Shows this help.').helpGroup(MORE));
}
function optionOf({ name, value, help, isRepeated, conflicts }) {
    const option = new commander_esm/* Option */.c$(wording_joined([`--${name}`, value !== undefined && `<${value}>`]), help);
    if (isRepeated)
        option.argParser((next, before = '') => wording_joined([String(before), next], '\n'));
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
            const row = options_OPTIONS.find((each) => each.name === option && each.commands.includes(name));
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
            throw usageError(`\`--${option}\` ${problem}.`, wording_joined([help, seeHelp(name)]));
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
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
;// CONCATENATED MODULE: ./src/branch/source.ts


/** The id that Git gives to a file with this content, in the algorithm of a repository whose ids have `length` digits. */
function blobIdOf(bytes, length = 40) {
    return (0,external_node_crypto_.hash)(length === 40 ? 'sha1' : 'sha256', blobOf(bytes));
}
/** A file as Git stores it. */
function blobOf(bytes) {
    return Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]);
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
            const { create } = await __webpack_require__.e(/* import() */ 62).then(__webpack_require__.bind(__webpack_require__, 9062));
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
    async *contents(files, limit) {
        for (const file of files)
            yield { file, content: await this.read(file, limit) };
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
/** Why what is on the disk is never read; undefined for a regular file. */
function skipByStats(stats) {
    if (stats.isFile())
        return undefined;
    return stats.isSymbolicLink() ? 'symlink' : 'special file';
}
function unreadableError(message, cause) {
    const hint = 'Let the user of this job read all files, give each a name in UTF-8, and change none while this step runs.';
    return new errors_ActionError('files', message, hint, { cause });
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

;// CONCATENATED MODULE: ./src/alerts/address.ts



/** Stands for a template in an address. */
const ANY = '\u{e000}';
/** In characters. The longest address of 6,861 public alerts has 243. */
const address_MAX_LENGTH = 500;
/** Names in a ref. */
const MAX_REF = 5;
/** Pages of a forge that show a file or a folder. */
const PAGES = /^(?:blob|raw|tree|edit|blame)$/;
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
    const repository = [host, ...names.slice(0, end)].join('/');
    if (!isSameAddress(repository, `${place.serverUrl}/${place.repository}`))
        return 'elsewhere';
    const below = names.slice(end);
    const [page = '', ...rest] = isRaw ? ['raw', ...below] : below.filter((name, at) => at > 0 || name !== '-');
    if (page === '')
        return [''];
    return PAGES.test(page) ? pathsBehind(rest.join('/'), place.ref) : 'elsewhere';
}
/** @param rest the ref and the path. */
function pathsBehind(rest, branch) {
    const bare = rest.replace(/^refs\/(?:heads|tags)\//, '');
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
const NONE = { end: 0, alerts: [] };
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
 * `runbook` and `alerts`, and checks the syntax of the others. Refuses `+++` and `---js`, because an entry would begin with
 * their source.
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
        alerts: alertsOf(fields.get('alerts'))
    };
}
function alertsOf(value) {
    const texts = [value].flat().map(front_matter_textOf);
    if (texts.includes(undefined))
        return [];
    return texts.flatMap((text = '') => text.split(',')).flatMap((alert) => alert.trim().replace(/\s+/g, ' ') || []);
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
const MAX_NAME = 500;
const rules_MAX_FILES = 10_000;
/** Alerts of all files. */
const MAX_ALERTS = 20_000;
/** Reads the alerts of files in YAML or JSON: Prometheus rules, `PrometheusRule` resources, and other files with such rules. */
async function readRules(files) {
    const alerts = [];
    const problems = [];
    const templates = [];
    let number = 0;
    for await (const file of files) {
        if (number >= rules_MAX_FILES || alerts.length > MAX_ALERTS) {
            problems.push({ level: 'warning', message: `The files from ${file.path} on are not read: ${TOO_MANY}` });
            break;
        }
        number++;
        const found = rules_readFile(file);
        if (found === 'template')
            templates.push(file.path);
        else if ('reason' in found) {
            const message = `Alerts of this file are not read: ${wording_joined([found.reason, found.hint])}`;
            problems.push({ level: 'warning', path: file.path, line: found.line, message });
        }
        else
            alerts.push(...found);
    }
    if (templates.length > 0) {
        const message = `${wording_count(templates.length, 'template')} with alerts cannot be read: ${listed(templates)}. ${RENDER}`;
        problems.push({ level: 'notice', message });
    }
    return { files: number, alerts, problems };
}
const TOO_MANY = `there are more than ${wording_format(rules_MAX_FILES)} files, or ${wording_format(MAX_ALERTS)} alerts.`;
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
        if (alert === '' || alert.length > MAX_NAME || !(0,dist/* isScalar */.jn)(key) || valueAt(rule, 'expr') === undefined)
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
function statusOf({ named, shared, others }) {
    return [
        ...named.map(({ path, alerts }) => ({ path, alerts, status: 'runbook' })),
        ...shared.flat().map(({ path, alerts }) => {
            return { path, alerts, status: 'refused', reason: 'other files have its name' };
        }),
        ...others.map(({ path, kind, reason }) => {
            return { path, alerts: [], status: kind === 'refused' ? 'refused' : 'skipped', reason };
        })
    ];
}
/** The files with alerts that the input selects at a commit. */
async function* rulesAt(source, head, patterns) {
    const { files, skipped } = await source.list(head, new Patterns(patterns, 'alerts').matches);
    for await (const { file, content } of source.contents(files, MAX_BYTES))
        yield { path: file.path, content };
    for (const { path, reason } of skipped)
        yield { path, skipped: reason };
}

// EXTERNAL MODULE: ./node_modules/@actions/http-client/lib/proxy.js
var lib_proxy = __webpack_require__(9783);
// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(8522);
// EXTERNAL MODULE: ./node_modules/undici/index.js
var undici = __webpack_require__(4371);
;// CONCATENATED MODULE: ./src/field.ts
/** A field of JSON that was not checked, by the names that lead to it; undefined if it is missing. */
function field_field(value, ...names) {
    return names.reduce((holder, name) => holder?.[name], value);
}

;// CONCATENATED MODULE: ./src/knowledge/times.ts
/** How long requests are tried, and waited for: all numbers that decide it. Times are in milliseconds. */
const TIMES = {
    /** For one attempt. Gateways give up after 30 to 60 s, so that a later answer seldom comes. */
    attempt: 30_000,
    /** For a connection; a firewall that drops packets is told apart from a service that is slow. */
    connect: 10_000,
    /** Further attempts after a failure: with waits of 38 to 76 s in all, they outlast the restart of a service. */
    retries: 7,
    /** The longest wait before the first retry, and half of it the shortest; each further one is twice as long. */
    firstWait: 600,
    /** After a 429 without `Retry-After`; each further pause is twice as long, up to the longest. */
    firstPause: 250,
    longestPause: 30_000,
    /** Without a success, or in pauses that the service asks for, after which a run ends. */
    patience: 10 * 60_000,
    /** The same if nothing has succeeded yet, because a wrong address is more likely then. More than all retries take. */
    firstPatience: 2 * 60_000
};

;// CONCATENATED MODULE: ./src/knowledge/connection.ts








/** Bytes that are read of an answer other than 2xx. */
const MAX_ERROR_BYTES = 16 * 1024;
/** Requests in flight at most. */
const CONCURRENCY = 8;
/** HTTP to the service: no redirects, no retries, every answer bounded in time and bytes. */
class Connection {
    /** The service with its port, and what is connected to: the service, or the proxy. */
    #names;
    #dispatcher;
    #token;
    #baseUrl;
    #timeout;
    constructor({ token, baseUrl, concurrency = CONCURRENCY, timeout = TIMES.attempt }) {
        this.#token = token;
        this.#baseUrl = baseUrl;
        this.#timeout = timeout;
        const url = new URL(baseUrl);
        // The deadline of an attempt replaces undici's own, of which none ends a slow trickle.
        const settings = {
            connections: concurrency,
            headersTimeout: 0,
            bodyTimeout: 0,
            connect: { timeout: TIMES.connect }
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
    #pauses = 0;
    #timer;
    constructor(concurrency) {
        this.#queue = new p_queue_dist/* default */.Ay({ concurrency });
        this.#most = concurrency;
    }
    /** How many pauses have begun. */
    get pauses() {
        return this.#pauses;
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
        return Math.min(TIMES.longestPause, TIMES.firstPause * 2 ** this.#throttles++);
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
        this.#pauses++;
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
        if (retryAfter > TIMES.patience) {
            const days = Math.round(retryAfter / 86_400_000);
            const longTime = days < 1000 ? `${days} days` : 'more than 1,000 days';
            return endError('asksToWait', { time: days < 2 ? `${Math.round(retryAfter / 1000)} s` : longTime });
        }
        if (this.#paused > TIMES.patience)
            return endError('waitedForLong', { last: message });
        const most = this.#hasSucceeded ? TIMES.patience : TIMES.firstPatience;
        if (performance.now() - (this.#since ?? Infinity) <= most)
            return undefined;
        const end = endError('noSuccess', { minutes: String(Math.round(most / 60_000)), last: message });
        return failure.kind === 'unreachable' ? new errors_ActionError(end.kind, end.message, failure.hint) : end;
    }
}

;// CONCATENATED MODULE: ./src/knowledge/list.ts



/** Where lists commonly have their entries: at the top, or inside `data` or `result`. */
const ARRAY_KEYS = ['items', 'list', 'records', 'results', 'rows'];
/** Where the documented list and others have the number of entries. */
const TOTALS = [['total'], ['data', 'total'], ['data', 'page', 'total']];
/** Keys of `data` that probably have the text. Its keys differ by the type of the entry, and are not documented. */
const TEXT_KEYS = ['content', 'text', 'markdown', 'body'];
/** In UTF-16 units: a longer key is hashed, so that memory holds no names of megabytes. */
const LONGEST_KEY = 100;
/** Undefined for an answer that is no list. */
function parsePage(answer) {
    const total = TOTALS.map((path) => countIn(field_field(answer, ...path))).find((value) => value !== undefined);
    const table = tableIn(answer, total);
    if (table === undefined)
        return undefined;
    const entries = entriesIn(table);
    const { rows = [], readOnly = [] } = Object.groupBy(entries, (_, at) => table[at]?.['is_readonly'] === true ? 'readOnly' : 'rows');
    return { rows, readOnly, total, size: countIn(field_field(answer, 'data', 'page', 'page_size'), 1) };
}
function tableIn(answer, total) {
    const holders = [answer, field_field(answer, 'data'), field_field(answer, 'result')];
    const candidates = holders.flatMap((holder, at) => [
        // The answer is no field: only a list says `null` for no rows.
        ...(at > 0 || Array.isArray(holder) ? [holder] : []),
        ...ARRAY_KEYS.map((key) => field_field(holder, key))
    ]);
    const arrays = candidates.filter((value) => Array.isArray(value));
    const rows = arrays.map((array) => array.map(cellsOf)).find((table) => table.some((cells) => nameIn(cells) !== ''));
    if (rows !== undefined)
        return rows;
    // Some services write an empty array as null, or leave it out.
    const isEmpty = arrays.length > 0 || candidates.includes(null) || total === 0;
    return isEmpty && arrays.every(({ length }) => length === 0) ? [] : undefined;
}
function countIn(value, least = 0) {
    return typeof value === 'number' && value >= least ? value : undefined;
}
function cellsOf(row) {
    return typeof row === 'object' && row !== null ? row : {};
}
function entriesIn(table) {
    const counts = new Map();
    return table.map((cells) => {
        const name = nameIn(cells);
        const [textField, content] = textIn(cells);
        const key = keyOf(name, idIn(cells) ?? ` ${content}`);
        // Without ids, equal rows of one page are entries of their own, and of two pages the same entries again.
        const nth = counts.get(key) ?? 0;
        counts.set(key, nth + 1);
        return { key: `${key} ${nth}`, name, content, textField };
    });
}
function keyOf(name, shown) {
    // The length tells where the name ends.
    const key = `${name.length} ${name}${shown}`;
    return key.length > LONGEST_KEY ? (0,external_node_crypto_.hash)('sha256', key, 'base64') : key;
}
function idIn({ id }) {
    return typeof id === 'number' || (typeof id === 'string' && id !== '') ? String(id) : undefined;
}
function nameIn({ name }) {
    return typeof name === 'string' ? name : '';
}
/** The text of a row, and the field that has it. */
function textIn({ content, data }) {
    if (isText(content))
        return ['content', content];
    if (isText(data))
        return ['data', data];
    const texts = Object.entries(data ?? {}).filter((entry) => isText(entry[1]));
    const [key, text] = TEXT_KEYS.map((key) => texts.find(([other]) => other === key)).find((found) => found !== undefined) ??
        texts.find(([, text]) => readText(text).line !== undefined) ??
        texts.toSorted(([, one], [, other]) => other.length - one.length)[0] ??
        [];
    return key === undefined || text === undefined ? [undefined, ''] : [`data.${key}`, text];
}
function isText(value) {
    return typeof value === 'string' && value !== '';
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
    const said = messageIn(body) ?? snippet_textIn(token.redact(body), mayHoldTexts);
    // Redacted before it is cut, and after what stands between characters is gone.
    const line = token.redact(said
        .replace(/\s+/g, ' ')
        .replace(/[\p{Cc}\p{Cf}]/gu, '')
        .toWellFormed()
        .trim());
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
function snippet_textIn(body, mayHoldTexts) {
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
    const sign = signOfError(value);
    if (sign === undefined)
        return;
    throw requestError('reportsError', { status: response.status, sign, said: quote(response, token) });
}
/** What in an answer says that the request failed; undefined without such a field. */
function signOfError(value) {
    if (field_field(value, 'success') === false)
        return 'success: false';
    const error = ['error', 'errors'].find((name) => isFilled(field_field(value, name)));
    if (error !== undefined)
        return error;
    const code = response_textOf(field_field(value, 'code'));
    if (/^(?:0*|2\d\d)$/.test(code))
        return undefined;
    return /^[\w.-]{1,40}$/.test(code) ? `code: ${code}` : 'code';
}
function has401(value) {
    return [value, field_field(value, 'error')].some((holder) => response_textOf(field_field(holder, 'code')) === '401');
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
    return requestError(response_failureOf(response), { url, status, said }, options);
}
/** Which failure an answer of 4xx or 5xx is, but 401. */
function response_failureOf(response) {
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
/** A text or number as text; empty for anything else. */
function response_textOf(value) {
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
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
/** The service has asked for a pause since a call began. */
class Paused extends Error {
}
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
    /** Folded names of the read-only entries that the list has shown. */
    #readOnly = new Set();
    constructor(options) {
        this.concurrency = options.concurrency ?? CONCURRENCY;
        this.onProgress = options.onProgress;
        this.#connection = new Connection(options);
        this.#limiter = new RateLimiter(this.concurrency);
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
     * Creates or updates an entry, unless the service asks for a pause: people may edit the entry meanwhile.
     *
     * @returns the number of attempts; undefined if it was not sent, or not accepted, because of a pause.
     * @throws {RequestError} for this entry; `ended` if the run has ended.
     */
    async upsert(entry) {
        const { pauses } = this.#limiter;
        const isStale = () => this.#limiter.pauses > pauses;
        const call = {
            path: UPSERT_PATH,
            json: entry,
            limit: MAX_UPSERT_ANSWER,
            read: (answer) => {
                readSuccess(answer, this.#options.token);
            },
            patience: this.#upserts,
            isStale
        };
        try {
            return (await this.#call(call)).attempts;
        }
        catch (error) {
            const mayGoLater = error instanceof Paused || (error instanceof RequestError && error.retryable && isStale());
            if (mayGoLater && this.ended !== undefined)
                throw this.ended;
            if (mayGoLater)
                return undefined;
            const isRefused = error instanceof RequestError && (error.kind === 'entry-rejected' || error.kind === 'forbidden');
            throw isRefused && this.#readOnly.has(foldName(entry.name)) ? readOnlyError(error) : error;
        }
    }
    /** How many pauses the service has asked for. */
    get pauses() {
        return this.#limiter.pauses;
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
        for (const { name } of value.readOnly)
            this.#readOnly.add(foldName(name));
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
    /**
     * Repeats what fails and may succeed later. A rate limit uses up no retry: the limiter paces these, and time bounds them.
     * (p-retry throws away what a request in flight brings if its signal is aborted meanwhile; such an entry was stored.)
     */
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
                if (!error.retryable || call.isStale?.() === true)
                    throw error;
                if (!isRateLimit && retries === TIMES.retries)
                    throw error;
                // With jitter, so that requests that failed together do not come back together. See
                // https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
                if (!isRateLimit)
                    await this.pause((0.5 + Math.random() / 2) * TIMES.firstWait * 2 ** retries++);
            }
        }
    }
    async #attempt(call, signal) {
        this.#stop.signal.throwIfAborted();
        // The queue could do this, but its listeners would keep each page in memory until the next full garbage collection.
        signal?.throwIfAborted();
        if (call.isStale?.() === true)
            throw new Paused();
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
        // A service may ask for more than the 24 days that a timer takes; the run then ends at once.
        const pause = Math.min(2 * TIMES.patience, Math.max(own, failure.retryAfter ?? 0));
        if (pause > 0)
            this.onProgress?.(`waiting ${Math.ceil(pause / 1000)} s, as the service asks: ${failure.message}`);
        return this.#limiter.pause(pause);
    }
    #cancel = () => {
        this.end(endError('cancelled'));
    };
}

;// CONCATENATED MODULE: ./src/saved-texts.ts




/** Keeps texts of the knowledge base in files before they are replaced. */
class SavedTexts {
    #parent;
    #redact;
    #replacer;
    /** Made for the first text. */
    #folder;
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
            const kept = this.#redact(content);
            const file = await writeNew((0,external_node_path_.join)(folder, this.#nameOf(path)), this.#header(name) + kept);
            return { path, name, file, folder, content: kept };
        }
        catch (error) {
            throw new errors_ActionError('files', `The text of the entry “${name}” cannot be saved: ${errors_messageOf(error)}.`, `Free space in ${this.#parent}, where texts are saved before they are replaced, and start a new run: Run workflow, or push.`, { cause: error });
        }
    }
    /** A name that is safe on a disk may have become a token. */
    #nameOf(path) {
        const name = safePath(path);
        return this.#redact(name) === name ? name : (0,external_node_crypto_.hash)('sha256', path).slice(0, 12);
    }
    #header(name) {
        const entry = JSON.stringify(name).replace(/[<>-]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
        return this.#redact(`<!-- The entry ${entry} before ${this.#replacer} replaced it, ${new Date().toISOString()} -->\n`);
    }
}
/** Writes a file, with a number behind its name if another text of the same runbook has it. @returns its path. */
async function writeNew(file, text) {
    await (0,external_node_fs_promises_.mkdir)((0,external_node_path_.dirname)(file), { recursive: true });
    for (let copy = 1;; copy++) {
        const free = copy === 1 ? file : `${file}.${copy}`;
        try {
            await (0,external_node_fs_promises_.writeFile)(free, text, { flag: 'wx' });
            return free;
        }
        catch (error) {
            if (error.code !== 'EEXIST')
                throw error;
        }
    }
}
/** Windows reserves these names, with any ending. */
const RESERVED = /^(?:con|conin\$|conout\$|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(?:\.|$)/i;
/** NTFS gives a file such a second name: `git~1` is `.git`. */
const SHORT_NAME = /^[^.~]{1,6}~\d{1,6}(?:\.[^.]{0,3})?$/;
/** Not in a name on Windows, or, at its end, not a part of it. */
const UNSAFE = /[<>:"|?*\\\p{Cc}]|(?<![. ])[. ]+$/gu;
/** macOS ignores some of these characters in names. */
const saved_texts_INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** In bytes, of most file systems. */
const saved_texts_MAX_NAME = 255;
/** In UTF-16 units, of macOS; a row of the list should not make thousands of folders. */
const MAX_PATH = 1000;
/** True if a path stays below the root of a work tree, is not in Git's own folder, and no system takes it for another one. */
function isPortablePath(path) {
    return path.length <= MAX_PATH && path.split('/').every(isPortableName);
}
function isPortableName(name) {
    if (name === '' || !name.isWellFormed() || Buffer.byteLength(name) > saved_texts_MAX_NAME)
        return false;
    if (name.search(UNSAFE) !== -1 || RESERVED.test(name) || SHORT_NAME.test(name))
        return false;
    return name.replace(saved_texts_INVISIBLE, '').toLowerCase() !== '.git';
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

// EXTERNAL MODULE: ./node_modules/diff/libesm/patch/create.js + 1 modules
var create = __webpack_require__(5725);
;// CONCATENATED MODULE: ./src/branch/selection.ts



/**
 * The files of a commit that the patterns select. Notices name paths that are never read, and patterns that are probably wrong.
 *
 * @throws {ActionError} of kind `input` if nothing is selected: no run may be green while runbooks do not arrive.
 */
async function selectFiles({ source, patterns, notice }, head) {
    const watched = patterns.watch();
    const { files, skipped, total } = await source.list(head, watched.matches);
    for (const { path, reason } of skipped)
        notice({ level: 'warning', path, message: `Skipped: ${reason}.` });
    if (files.length === 0) {
        const shown = listed(patterns.lines.map((pattern) => wording_quoted(pattern, 80)));
        throw errors_inputError('files', `matches no file: ${shown}. ${wording_count(total, 'file')} looked at.`, wording_joined([
            await whereMarkdownIs(source, head),
            'Correct the pattern, or add a runbook: a pattern begins at the repository’s root, upper and lower case differ, `*` ' +
                'stays inside a folder, and `**` does not.'
        ]));
    }
    for (const line of watched.unused()) {
        const message = `The pattern ${wording_quoted(line, 80)} of \`files\` has no effect: no file matches, or a later line decides. Correct or remove it.`;
        notice({ level: 'warning', message });
    }
    return files;
}
/** Where most of the Markdown is, for a message; empty if none is in a folder. */
async function whereMarkdownIs(source, head) {
    const { files } = await source.list(head, (path) => path.includes('/') && isMarkdown(path));
    const folders = Map.groupBy(files, ({ path }) => path.slice(0, path.indexOf('/')));
    const [most] = [...folders].sort(([, a], [, b]) => b.length - a.length);
    if (most === undefined)
        return '';
    const [folder, { length }] = most;
    return `\`files: '${folder}/**'\` selects ${wording_count(length, 'Markdown file')}.`;
}

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
    return refused(`The name ${problem}.`, 'Add a `title` to the front matter, or change `entry-name`.');
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
    return convertText({ path, id: blob }, text, options);
}
/** Reads the text of a file as a runbook. */
function convertText(file, text, options) {
    try {
        return convert(file, text, options);
    }
    catch (error) {
        if (!(error instanceof RangeError))
            throw error;
        // Another machine may have a larger stack, and would send other links.
        return refused('The Markdown is nested too deeply for the memory of this machine.', 'Split the file.');
    }
}
function convert({ path, id }, text, options) {
    const frontMatter = readFrontMatter(text);
    if ('kind' in frontMatter)
        return frontMatter;
    const markdown = withoutPastedLine(text.slice(frontMatter.end));
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
    const firstLine = text.slice(0, text.length - markdown.length).split('\n').length;
    const { destinations } = mayHaveRelativeLinks(markdown) ? parseOnce() : { destinations: [] };
    const converted = makeLinksAbsolute(markdown, destinations, path, options, firstLine);
    const above = options.frontMatter === 'keep' ? text.slice(0, frontMatter.end) : '';
    const below = converted?.content ?? markdown;
    const blob = blobDigits(id);
    const isTooComplex = converted === undefined || document?.isTooComplex === true;
    return {
        kind: 'runbook',
        name,
        ...writeEntry({ kind: 'version', name, path, blob }, { above, below }, options),
        blob,
        above,
        below,
        alerts: frontMatter.alerts,
        targets: converted?.targets ?? [],
        written: converted?.written ?? new Map(),
        warnings: isTooComplex ? [TOO_COMPLEX] : []
    };
}

;// CONCATENATED MODULE: ./src/sync/runbooks.ts





/** Links of one run that are checked, so that memory is bounded. */
const MAX_LINKS = 20_000;
/**
 * Reads and converts every file that the patterns select. Notices are about what the run concerns.
 *
 * @param changed paths that this push or pull request has changed; undefined if the run is about everything.
 * @throws {ActionError} of kind `input` if nothing is selected: no run may be green while runbooks do not arrive.
 */
async function readRunbooks(reading, head, changed) {
    const { source, options, notice } = reading;
    const files = await selectFiles(reading, head);
    const concerns = (path) => changed?.has(path) ?? true;
    const links = [];
    const results = [];
    for await (const { file, content } of source.contents(files, MAX_BYTES)) {
        const { path } = file;
        const read = readRunbook(file, content, options);
        if (read.kind !== 'runbook') {
            if (read.kind === 'skipped' && read.hint !== undefined && concerns(path)) {
                notice({ level: 'warning', path, message: `Skipped: ${read.reason}. ${read.hint}` });
            }
            results.push({ name: undefined, hint: undefined, line: undefined, ...read, path });
            continue;
        }
        if (concerns(path))
            for (const message of read.warnings)
                notice({ level: 'warning', path, message });
        for (const { path: target, line } of read.targets) {
            if (links.length < MAX_LINKS && (concerns(path) || concerns(target)))
                links.push({ path, line, target });
        }
        // Not the result itself: it holds the text.
        const { name, digest, blob, alerts } = read;
        results.push({ path, id: file.id, name, digest, blob, alerts });
    }
    const missing = await source.missing(head, new Set(links.map(({ target }) => target)));
    for (const { path, line, target } of links) {
        if (!missing.has(target))
            continue;
        const message = `The link target ${target} does not exist. Correct the link, or add the file.`;
        notice({ level: 'warning', path, line, message });
    }
    return sorted(results);
}
/**
 * Converts a runbook once more, to send it.
 *
 * @throws {ActionError} of kind `files` if the file has another name now, or none, as may be on a disk.
 */
async function convertAgain({ source, options }, runbook) {
    const { path, name } = runbook;
    const read = readRunbook(runbook, await source.read(runbook, MAX_BYTES), options);
    if (read.kind === 'runbook' && read.name === name)
        return read;
    throw new errors_ActionError('files', `${path} changed while the run was under way.`, 'Start a new run when nothing writes it.');
}
function sorted(files) {
    const read = files.filter((file) => 'digest' in file);
    const others = files.filter((file) => 'reason' in file);
    const groups = [...Map.groupBy(read, ({ name }) => foldName(name)).values()];
    const unreadable = others.filter(({ kind, name }) => kind === 'refused' && name === undefined);
    return {
        named: groups.filter(({ length }) => length === 1).flat(),
        shared: groups.filter(({ length }) => length > 1),
        others,
        nameAt: new Map([
            ...read.map(({ path, name }) => [path, name]),
            ...others.map(({ path }) => [path, undefined])
        ]),
        unreadable: new Set(unreadable.map(({ path }) => path))
    };
}

;// CONCATENATED MODULE: ./src/sync/differences.ts



/** Differences that a summary shows, and lines of each. */
const differences_MAX_DIFFERENCES = 20;
const MAX_LINES = 60;
/** Changed lines beyond which no difference is computed: the time grows with their square. */
const MAX_EDIT_LENGTH = 1000;
/** What would change in the entries whose text the look holds: unified differences by path, without the names of files. */
async function shownDifferences(comparison, { decisions }) {
    const { showsOwnTexts } = comparison;
    const [most, mostLines] = showsOwnTexts ? [Infinity, Infinity] : [differences_MAX_DIFFERENCES, MAX_LINES];
    const differences = new Map();
    for (const decision of decisions) {
        if (differences.size === most)
            break;
        if (!('rows' in decision) || ('why' in decision && decision.why === 'current'))
            continue;
        const { runbook, rows } = decision;
        // Those of people are always held.
        const row = rows.find(({ state, content }) => state !== 'ours' && content !== '') ?? rows[0];
        if (row === undefined || row.content === '')
            continue;
        const difference = await differenceOf(comparison, runbook, row.content, mostLines);
        if (difference.length > 0)
            differences.set(runbook.path, difference);
    }
    return differences;
}
async function differenceOf(comparison, runbook, before, most) {
    const { content } = await convertAgain(comparison, runbook);
    const [shown, wanted] = [before, content].map((each) => `${readText(each).text}\n`);
    const options = { context: 2, maxEditLength: MAX_EDIT_LENGTH };
    const patch = (0,create/* structuredPatch */.YB)('', '', shown ?? '', wanted ?? '', undefined, undefined, options);
    if (patch === undefined)
        return [`(more than ${MAX_EDIT_LENGTH} lines differ)`];
    const lines = patch.hunks.flatMap((hunk) => [
        `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
        ...hunk.lines
    ]);
    return lines.length <= most ? lines : [...lines.slice(0, most - 1), `(${lines.length - most + 1} more lines)`];
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
/** Git's limit for a path is 4,096 bytes on most systems; a longer record is an attack on memory. */
const MAX_RECORD = 1024 * 1024;
/** Milliseconds. A command that only reads the disk takes seconds, and would wait for ever for a pipe in the place of a file. */
const command_TIMEOUT = 60_000;
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
    async text(args, options = {}) {
        const { code, stdout, stderr } = await this.run(args, options);
        if (code !== 0)
            throw gitError(args, stderr);
        return stdout.trimEnd();
    }
    /** Runs a command that must succeed. @returns what it prints with `-z`, of any size, while it arrives. */
    async *records(args, { input = '', env = {} } = {}) {
        const child = this.start(args, { timeout: command_TIMEOUT, env });
        child.stdin.end(input);
        const ended = Promise.all([(0,consumers_.text)(child.stderr), (0,external_node_events_.once)(child, 'close')]).catch(() => ['']);
        let rest = Buffer.alloc(0);
        for await (const chunk of child.stdout) {
            rest = Buffer.concat([rest, chunk]);
            let start = 0;
            for (let end; (end = rest.indexOf(0, start)) !== -1; start = end + 1)
                yield rest.subarray(start, end);
            rest = rest.subarray(start);
            if (rest.length > MAX_RECORD)
                throw gitError(args, 'it prints a path longer than 1 MiB');
        }
        const [stderr] = await ended;
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
    return new errors_ActionError('git', `\`git ${command}\` failed: ${lastLine(stderr).replace(/\.$/, '')}.`, 'Start a new run, with a new checkout: Run workflow, or push.');
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

;// CONCATENATED MODULE: ./src/branch/merge.ts




/** Longer than any row of such signs that people write below a heading. */
const MARKER_SIZE = 97;
/** `git merge-file` says how many conflicts there are, or with a larger code that it failed. */
const MAX_CONFLICTS = 127;
/**
 * Merges two changes of a text with Git.
 *
 * @param folder for the files that Git needs.
 */
async function mergeTexts(git, folder, ours, base, theirs) {
    const files = await Promise.all([ours, base, theirs].map(async (text) => {
        const file = (0,external_node_path_.join)(folder, `merge-${(0,external_node_crypto_.randomUUID)()}`);
        // Git takes the last lines of two texts for different ones if one has no line break.
        await (0,external_node_fs_promises_.writeFile)(file, text.endsWith('\n') || text === '' ? text : `${text}\n`);
        return file;
    }));
    const command = ['merge-file', '-p', '--quiet', '--diff3', `--marker-size=${MARKER_SIZE}`];
    const { code, stdout, stderr } = await git.run([...command, ...files]);
    await Promise.all(files.map(async (file) => (0,external_node_fs_promises_.rm)(file, { force: true })));
    if (code > MAX_CONFLICTS)
        throw gitError(['merge-file'], stderr);
    return partsOf(stdout);
}
/** Takes the output of `git merge-file --diff3` apart. */
function partsOf(output) {
    const parts = [];
    let conflict;
    let side = 'ours';
    for (const line of output.split(/(?<=\n)/)) {
        const sign = MARKER.exec(line)?.[1];
        if (sign === '<') {
            conflict = { ours: [], base: [], theirs: [] };
            side = 'ours';
            parts.push(conflict);
        }
        else if (conflict === undefined)
            parts.push(line);
        else if (sign === '|')
            side = 'base';
        else if (sign === '=')
            side = 'theirs';
        else if (sign === '>')
            conflict = undefined;
        else
            conflict[side].push(line);
    }
    return parts;
}
const MARKER = new RegExp(`^([<|=>])\\1{${MARKER_SIZE - 1}}(?![<|=>])`);
/** What a merge gives; undefined if there is a conflict in which our side lacks something. */
function textOfMerge(parts) {
    if (!parts.every((part) => typeof part === 'string' || hasAll(part)))
        return undefined;
    return parts.flatMap((part) => (typeof part === 'string' ? part : part.ours)).join('');
}
/** True if the lines of the edit stand on the side of the runbook, in their order: there may be a new line right below. */
function hasAll({ ours, theirs }) {
    let found = 0;
    for (const line of ours)
        if (line === theirs[found])
            found++;
    // Without lines of its own, the edit has removed some.
    return theirs.length > 0 && found === theirs.length;
}

// EXTERNAL MODULE: ./node_modules/diff/libesm/diff/array.js
var array = __webpack_require__(1318);
;// CONCATENATED MODULE: ./src/runbook/edit.ts




/** An edit with more changed lines is not brought into a file, because the time grows with the square of their number. */
const edit_MAX_EDIT_LENGTH = 2000;
/**
 * The file as it would be if the person who edited its entry had edited the file: each line that the entry had is the line of
 * the file that it came from, so that links stay relative, and blanks and line ends stay.
 *
 * @param file the text that was converted.
 * @param edit the text of the edited entry, without its source line and in normal form.
 * @returns undefined if both differ too much.
 */
function editedFile(file, { above, below, written }, edit) {
    const lines = edit_linesOf(file);
    const bodyAt = lines.length - edit_linesOf(below).length;
    const own = entryLines(above, below, bodyAt);
    const shown = edit.split('\n');
    const aligned = align(own, textLines(shown));
    const first = own.find(({ at }) => at >= bodyAt);
    const last = own.at(-1);
    if (aligned === undefined || first === undefined || last === undefined)
        return undefined;
    const lastAbove = own[own.indexOf(first) - 1];
    const result = lines.slice(0, lastAbove === undefined ? first.at : 0);
    const lineEnd = lineEndOf(file);
    for (const [nth, { line, own: same, replaced }] of aligned.entries()) {
        const { at, gap } = same ?? replaced ?? { at: 0, gap: 0 };
        // The source line stood there, with blank lines around it that are in no file.
        const isBelowSource = lastAbove !== undefined && aligned[nth - 1]?.own === lastAbove;
        if (isBelowSource)
            result.push(...lines.slice(lastAbove.at + 1, first.at));
        else if (nth > 0 && line.gap > 0)
            result.push(...(gap > 0 ? lines.slice(at - gap, at) : [lineEnd]));
        result.push(same === undefined ? asWritten(shown[line.at] ?? '', written) + lineEnd : (lines[same.at] ?? ''));
    }
    return [...result, ...lines.slice(last.at + 1)].join('');
}
/** What is escaped in HTML. */
const ESCAPED = [
    { sign: /</g, entity: /&lt;/g },
    { sign: />/g, entity: /&gt;/g },
    { sign: /&(?!#?\w+;)/g, entity: /&amp;/g }
];
/** True if an editor of the assistant has escaped a whole text: its commands do not work any more. */
function isEscaped(before, edit) {
    const total = (text, pattern) => text.match(pattern)?.length ?? 0;
    return ESCAPED.some(({ sign, entity }) => {
        return total(before, sign) > 0 && total(edit, sign) === 0 && total(edit, entity) > total(before, entity);
    });
}
/** A text with the line ends of another one, unless that mixes them, and with one behind its last line. */
function withLineEndsOf(model, text) {
    const lineEnd = lineEndOf(model);
    const isMixed = edit_linesOf(model).some((line) => (LINE_END.exec(line)?.[0] ?? lineEnd) !== lineEnd);
    const lines = isMixed ? text : text.replace(/\r?\n/g, lineEnd);
    return lines.endsWith('\n') ? lines : lines + lineEnd;
}
const LINE_END = /\r\n$|[\r\n]$/;
/** The line end that a text begins with. */
function lineEndOf(text) {
    return /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n';
}
/** The lines, each with what ends it. A file may mix all kinds of line ends. */
function edit_linesOf(text) {
    return text.split(/(?<=\n)|(?<=\r)(?!\n)/);
}
/** The lines of an entry from its first text to its last, numbered as those of the file, whose body begins at a line. */
function entryLines(above, below, bodyAt) {
    const linesAbove = above === '' ? 0 : edit_linesOf(above).length;
    const lines = textLines(edit_linesOf(composed(above + below)));
    const numbered = lines.map((line) => (line.at < linesAbove ? line : { ...line, at: line.at - linesAbove + bodyAt }));
    // A text in normal form is trimmed, also of other white space than blanks.
    const isText = ({ text }) => text.trim() !== '';
    return numbered.slice(numbered.findIndex(isText), numbered.findLastIndex(isText) + 1);
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
/** Tells which lines of an entry an edit has left alone; undefined if there are too few. */
function align(own, edited) {
    const [start, end] = [edited[0], edited.at(-1)];
    const parts = (0,array/* diffArrays */.E)(own, edited, {
        maxEditLength: edit_MAX_EDIT_LENGTH,
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
/** An address in a link, an image, a definition or an attribute; elsewhere only addresses are links. */
const ADDRESS = /(\]\(<?|\]:[ \t]*<?|=["'])(https?:[^\s<>()"']+)/g;
/** A line in which the addresses that the conversion made are as the file writes them. */
function asWritten(line, written) {
    return line.replace(ADDRESS, (_, before, address) => before + (written.get(address) ?? address));
}
/** The text that a person wrote, with addresses as they are now: the branch may have another name since. */
function textOfEdit(content, base) {
    const { line, text } = readText(content);
    const path = encodePath(line?.path ?? '');
    if (line === undefined || !isOfRepository(line, base) || !line.address.endsWith(`/${path}`))
        return text;
    const roots = [line.address, fileAddress(line.path, base)].map((address) => address.slice(0, -path.length));
    if (roots[0] === roots[1])
        return text;
    return ['blob', 'raw', 'tree'].reduce((edited, page) => {
        const [from = '', to = ''] = roots.map((root) => root.replace('/blob/', `/${page}/`));
        return edited.replaceAll(from, to);
    }, text);
}

;// CONCATENATED MODULE: ./src/sync/merged.ts








/** Edits that are merged at most: each merge starts a Git process. The others are conflicts. */
const MAX_MERGES = 200;
/** The edits that their runbooks contain by now: merging them over the text that was edited gives the runbook itself. */
async function findMerged(reading, head, { named }, rows, facts) {
    const merged = new Set();
    const { history } = reading.source;
    if (history === undefined)
        return merged;
    const candidates = named
        .flatMap((runbook) => rows.of(runbook.name).map((row) => ({ row, line: row.line, runbook })))
        .filter((one) => needsMerge(one.row, one.runbook, facts))
        .slice(0, MAX_MERGES);
    if (candidates.length === 0)
        return merged;
    const blobs = await history.blobsOf(head, [...new Set(candidates.flatMap(pathsOf))]);
    for (const candidate of candidates) {
        const before = await textBefore(reading, blobs, candidate);
        if (before === undefined)
            continue;
        const now = readText((await convertAgain(reading, candidate.runbook)).content).text;
        const edit = textOfEdit(candidate.row.content, reading.options);
        // Without a change, it is a copy that a person made of another runbook.
        if (edit !== before && (await containsEdit(history, { now, before, edit })))
            merged.add(candidate.row);
    }
    return merged;
}
/** True for an edit that would be a conflict. */
function needsMerge({ state, line, digest }, runbook, facts) {
    if (state !== 'edited' || line === undefined || isElsewhere(line, facts))
        return false;
    return digest !== runbook.digest && line.kind === 'version' && !isOfSameText(line, runbook);
}
/** Where the text that was edited may have been: a runbook may have been moved since, and people can change the line. */
function pathsOf({ line, runbook }) {
    return [line.path, runbook.path];
}
/** The text that was edited, converted as today; undefined if Git does not have it. */
async function textBefore({ source, options }, blobs, candidate) {
    const file = findFile(blobs, pathsOf(candidate), candidate.line.blob);
    return file && textOfFile(source, file, options);
}
/** The file at one of some paths whose id begins with these digits. */
function findFile(blobs, paths, digits) {
    for (const path of paths) {
        const id = blobs.get(path)?.find((one) => one.startsWith(digits));
        if (id !== undefined)
            return { path, id };
    }
    return undefined;
}
async function textOfFile(source, file, options) {
    const read = readRunbook(file, await source.read(file, MAX_BYTES), options);
    return read.kind === 'runbook' ? readText(read.content).text : undefined;
}
/** True if a runbook has everything that an edit changed in the text before it. @param texts in normal form. */
async function containsEdit(history, { now, before, edit }) {
    const merged = textOfMerge(await history.merge(now, before, edit));
    return merged !== undefined && normalForm(merged) === now;
}

;// CONCATENATED MODULE: ./src/sync/look.ts




/**
 * Compares a commit with the list, and decides.
 *
 * @throws {ActionError} if the list cannot be read.
 */
async function lookAt(comparison, client, head) {
    // First: a fetch may take minutes, and an edit is seen only if it was made before the list is read.
    const { runbooks, changed } = await comparison.branchAt(head);
    const rows = await readRows(client, runbooks, comparison);
    const unselected = await unselectedPaths(comparison, head, runbooks, rows);
    const merged = await findMerged(comparison, head, runbooks, rows, { base: comparison.options, unselected });
    const facts = factsOf(comparison, { changed, unselected, merged });
    const isWithoutTexts = rows.all.length > 0 && rows.all.every(({ state }) => state === 'no text');
    const decisions = decide(runbooks, rows, facts);
    return { head, runbooks, rows, isCompared: true, isWithoutTexts, facts, decisions };
}
/** What is known of a commit without the knowledge base: which runbooks could be sent. */
async function lookWithoutList(comparison, head) {
    const { runbooks, changed } = await comparison.branchAt(head);
    const rows = new Rows([]);
    const facts = factsOf(comparison, { changed, unselected: new Set(), merged: new Set() });
    const decisions = decide(runbooks, rows, facts).map((decision) => {
        return decision.do === 'send' ? { ...decision, why: 'not compared' } : decision;
    });
    return { head, runbooks, rows, isCompared: false, isWithoutTexts: false, facts, decisions };
}
function factsOf({ inputs, replace, options, patterns }, found) {
    const { onConflict, removed } = inputs;
    return { onConflict, removed, replace, base: options, selects: patterns.matches, ...found };
}
/** Paths of source lines that the branch has, although `files` does not select them. */
async function unselectedPaths({ source, patterns, options }, head, { nameAt }, rows) {
    const lines = rows.all.flatMap(({ line }) => line ?? []);
    // Nearly all are those of runbooks, and to look one up is faster than to match patterns.
    const others = lines.filter((line) => !nameAt.has(line.path) && !patterns.matches(line.path) && isOfBranch(line, options));
    const paths = new Set(others.map(({ path }) => path));
    return paths.size === 0 ? paths : paths.difference(await source.missing(head, paths));
}

;// CONCATENATED MODULE: ./src/sync/guards.ts



/** Runbooks get other titles at any time; so many at once are another template, another folder, or a mistake. */
const MANY = 20;
/**
 * Why a person should say yes before a sync sends anything, because no API deletes an entry; undefined if there is no reason.
 *
 * @param opening says what happens, in words before a colon.
 */
function reasonToStop(look, opening) {
    return sharedNamesAtFirst(look, opening) ?? massChange(look, opening);
}
const GO_ON = 'start a run by hand (Run workflow, or `sync --yes`)';
/** Later, another template of names would make new entries for all runbooks. */
function sharedNamesAtFirst(look, opening) {
    const { runbooks, rows, facts, isWithoutTexts, decisions } = look;
    const { shared } = runbooks;
    const isFirst = !rows.all.some(({ line }) => line !== undefined && isOfRepository(line, facts.base));
    if (!isFirst || isWithoutTexts || shared.length === 0 || !decisions.some((one) => one.do === 'send'))
        return undefined;
    const names = listed(shared.map(([first, ...more]) => `“${first?.name ?? ''}” (${wording_count(more.length + 1, 'file')})`));
    return new errors_ActionError('stopped', `${opening}: this is the first sync, and several files have one name: ${names}.`, `Give them titles of their own, or set \`entry-name: '{dir}: {title}'\`. To leave the names as they are, ${GO_ON}: that run refuses these files, and sends the others.`);
}
function massChange({ decisions }, opening) {
    const made = decisions.filter((decision) => decision.do === 'send' && decision.why === 'new').length;
    const left = decisions.filter((decision) => decision.do === 'orphan' && decision.isHere).length;
    if (made <= MANY || left <= MANY)
        return undefined;
    return new errors_ActionError('stopped', `${opening}: ${wording_format(made)} entries would be created, and ${wording_format(left)} left without a runbook, although their files ` +
        'still exist. No API can delete entries.', `Compare \`entry-name\` and \`files\` with those of earlier runs. If you mean the change, ${GO_ON}.`);
}

;// CONCATENATED MODULE: ./src/sync/pull.ts













/** Nobody reviews more at a time. */
const MAX_OUTCOMES = 500;
/**
 * Brings the edits that the list shows into the files of the work tree, as if their authors had edited these. Nothing is
 * committed or sent.
 *
 * @throws {ActionError} of kind `git` without Git, and of kind `incomplete` if the list shows no texts.
 */
async function pullEdits(pull) {
    const { source, client, head, options, notice } = pull;
    const { history } = source;
    if (history === undefined) {
        const hint = 'Put actions/checkout before this step, and install Git on the runner.';
        throw new errors_ActionError('git', 'Bringing edits into files needs Git, and a checkout.', hint);
    }
    // Notices about texts and links are for those who change them.
    const runbooks = await readRunbooks(pull, head, new Set());
    const rows = await readRows(client, runbooks, { options, showsOwnTexts: false });
    requireTexts([...claimedRows(runbooks, rows)], notice);
    const edits = findEdits(runbooks, rows, options);
    const bases = await findBases(pull, history, edits, runbooks);
    let outcomes = 0;
    for (const [at, edit] of edits.entries()) {
        if (outcomes === MAX_OUTCOMES) {
            const more = edits.slice(at).map(({ runbook }) => runbook.path);
            const message = `${wording_count(more.length, 'more entry', 'more entries')} may have edits: ${listed(more)}.`;
            notice({ level: 'warning', message: `${message} Commit or discard what is there, and pull again.` });
            return;
        }
        const outcome = await pullEdit(pull, history, edit, bases.get(edit));
        if (outcome === undefined)
            continue;
        outcomes++;
        pull.pulled(outcome);
    }
}
/** @throws {ActionError} of kind `incomplete` if no entry that could have an edit shows a text. */
function requireTexts(rows, notice) {
    const hidden = rows.filter(({ state }) => state === 'no text').length;
    if (hidden === 0)
        return;
    if (hidden === rows.length) {
        const message = 'The list shows no texts, so edits cannot be found.';
        throw new errors_ActionError('incomplete', message, 'Nothing was written. Copy edits from the assistant by hand.');
    }
    const message = `Edits in ${wording_count(hidden, 'entry', 'entries')} are not seen: the list does not show the text.`;
    notice({ level: 'warning', message });
}
/** The texts that people wrote, in the order of the paths of their runbooks. */
function findEdits({ named, shared }, rows, base) {
    const runbooks = [...named, ...shared.flat()];
    const byName = Map.groupBy(runbooks, ({ name }) => foldName(name));
    const byPath = new Map(runbooks.map((runbook) => [runbook.path, runbook]));
    const edits = rows.all.flatMap((row) => {
        const { name, state, line } = row;
        if (state !== 'edited' && state !== 'by hand')
            return [];
        const origin = line && isOfRepository(line, base) ? byPath.get(line.path) : undefined;
        // Its title has changed, and the list has no other entry of it.
        const renamed = origin !== undefined && rows.like(origin.name).length === 0 ? [origin] : [];
        const candidates = byName.get(foldName(name)) ?? renamed;
        const runbook = candidates.find((one) => one === origin) ?? candidates[0];
        return runbook === undefined || runbook.digest === row.digest ? [] : [{ row, runbook }];
    });
    return edits.sort((one, other) => (one.runbook.path < other.runbook.path ? -1 : 1));
}
/** The file that each edited entry was made from: in the commit, or in its history. */
async function findBases({ head }, history, edits, { named, shared }) {
    const bases = new Map();
    // A note that a runbook is gone was made from no file.
    const wanted = edits.flatMap((edit) => {
        const { line } = edit.row;
        return line?.kind === 'version' ? { edit, blob: line.blob, paths: pathsOf({ line, runbook: edit.runbook }) } : [];
    });
    const find = (blobs) => {
        for (const { edit, blob, paths } of wanted) {
            const file = bases.get(edit) ?? findFile(blobs, paths, blob);
            if (file !== undefined)
                bases.set(edit, file);
        }
    };
    find(new Map([...named, ...shared.flat()].map(({ path, id }) => [path, [id]])));
    // Most edits are of the current text, and need no history, which a shallow checkout would have to fetch.
    const older = wanted.filter(({ edit }) => !bases.has(edit));
    if (older.length > 0)
        find(await history.blobsOf(head, [...new Set(older.flatMap(({ paths }) => paths))]));
    await history.prefetch(Array.from(bases.values(), ({ id }) => id));
    return bases;
}
/** @returns undefined if the file has the edit already. */
async function pullEdit(pull, history, { row, runbook: { path } }, base) {
    const { tree, options, hasToken } = pull;
    const { name, content, line } = row;
    if ([name, content, path].some(hasToken))
        return leftOut(path, 'The entry holds the access token.');
    if (line !== undefined && !isOfRepository(line, options)) {
        return leftOut(path, `The entry “${name}” was edited, and comes from another repository.`);
    }
    const edit = textOfEdit(content, options);
    const encoded = encode(edit);
    if ('reason' in encoded)
        return leftOut(path, `No file can hold the text of the entry. ${encoded.reason}`);
    try {
        const bytes = await tree.read(path, MAX_BYTES);
        const ours = bytes && text_decode({ kind: 'bytes', bytes });
        if (typeof ours !== 'string' || bytes === undefined)
            return await writeBeside(pull, path, edit, UNREADABLE);
        if (line === undefined && isTextOf(ours, edit))
            return undefined;
        const merged = await mergeEdit(pull, history, { path, ours, edit }, base);
        if ('why' in merged)
            return await writeBeside(pull, path, edit, line === undefined ? BY_HAND : merged.why);
        if (merged.text === ours)
            return undefined;
        const byteOrderMark = bytes.subarray(0, bytes.length - Buffer.byteLength(ours));
        const next = Buffer.concat([byteOrderMark, Buffer.from(merged.text)]);
        if (await tree.replace(path, next, bytes))
            return { path, file: path, kind: 'changed', reason: '' };
        return leftOut(path, 'The file changed meanwhile. Pull again.');
    }
    catch (error) {
        // One file that cannot be written does not keep the others.
        if (!(error instanceof errors_ActionError) || error.kind !== 'files')
            throw error;
        return leftOut(path, `${error.message} ${error.hint}`);
    }
}
const UNREADABLE = 'the work tree has no such file, or no sync could read it';
const BY_HAND = 'it was written by hand, and the text it started from is unknown';
const UNKNOWN = 'the text that was edited is not in the history of this clone';
const pull_ESCAPED = 'an editor of the assistant has escaped `<`, `>` or `&` in the whole text';
const TOO_LARGE = 'it changes too many lines to compare them';
const CONFLICT = 'the file has changed at the same place since';
const OTHER_NAME = 'with this edit the file would have another title';
const OTHER_TEXT = 'with this edit in the file, a sync would send another text';
/** True for a text that a person copied from the file, with its front matter or without. */
function isTextOf(file, text) {
    const frontMatter = readFrontMatter(file);
    const body = 'end' in frontMatter ? file.slice(frontMatter.end) : file;
    return [file, body].some((one) => normalForm(one) === text);
}
/** The file with the edit, or why it cannot have it, as a clause. */
async function mergeEdit({ source, options }, history, { path, ours, edit }, base) {
    const stored = base && text_decode(await source.read(base, MAX_BYTES));
    if (base === undefined || typeof stored !== 'string')
        return { why: UNKNOWN };
    const file = withLineEndsOf(ours, stored);
    const sent = convertText(base, file, options);
    if (sent.kind !== 'runbook')
        return { why: UNKNOWN };
    const before = readText(sent.content).text;
    if (isEscaped(before, edit))
        return { why: pull_ESCAPED };
    const edited = editedFile(file, sent, edit);
    if (edited === undefined)
        return { why: TOO_LARGE };
    const merged = await mergeFile(history, withLineEndsOf(ours, ours), file, edited);
    if (merged === undefined)
        return { why: CONFLICT };
    const text = ours.endsWith('\n') ? merged : merged.replace(/\r?\n$/, '');
    if (text === ours)
        return { text };
    const bytes = encode(text);
    if ('reason' in bytes)
        return { why: `a sync would refuse the file: ${asClause(bytes.reason)}` };
    const [present, next] = [Buffer.from(ours), bytes].map((one) => {
        return readRunbook({ path, id: '' }, { kind: 'bytes', bytes: one }, options);
    });
    if (next?.kind !== 'runbook')
        return { why: `a sync would not send the file: ${asClause(next?.reason ?? '')}` };
    if (present?.kind !== 'runbook' || next.name !== present.name)
        return { why: OTHER_NAME };
    // Or the next sync would refuse the runbook, because the entry has another text.
    const now = readText(next.content).text;
    return now === edit || (await containsEdit(history, { now, before, edit })) ? { text } : { why: OTHER_TEXT };
}
/** Most files have not changed since, and to start Git takes longer than all the rest. */
async function mergeFile(history, ours, base, edited) {
    if (ours === base || ours === edited)
        return edited;
    return textOfMerge(await history.merge(ours, base, edited));
}
/** `The file is …` becomes `the file is …`. */
function asClause(reason) {
    return `${reason.slice(0, 1).toLowerCase()}${reason.slice(1).replace(/\.$/, '')}`;
}
async function writeBeside({ tree, patterns }, path, edit, why) {
    const file = `${path}.edited`;
    if (patterns.matches(file))
        return leftOut(path, `\`files\` would take ${file} for a runbook: exclude it.`);
    const comment = `An edit of ${external_node_path_.posix.basename(path)} in the assistant: ${why}.`;
    const text = `<!-- ${comment.replace(/\p{C}/gu, '').replaceAll('--', '‑‑')} -->\n\n${edit}\n`;
    if ((await tree.create(file, Buffer.from(text))) === 'taken') {
        return leftOut(path, `${file} has another text already. Move or delete it, and pull again.`);
    }
    return { path, file, kind: 'beside', reason: `Not in the file: ${why}.` };
}
function leftOut(path, reason) {
    return { path, file: '', kind: 'left out', reason };
}

;// CONCATENATED MODULE: ./src/runbook/note.ts


/**
 * The entry of a runbook that is gone: a note in place of its text, because the API cannot delete. Paths and names stand in
 * code spans, in which nothing is markup.
 *
 * @param commit undefined for files on the disk.
 */
function retirementNote({ name, path, blob, now }, base, commit) {
    const { repository, ref } = base;
    const since = commit === undefined ? '' : ` as of commit ${commitLink(commit.id, base)} of ${commit.date}`;
    const instead = now === undefined
        ? `Look in \`${repository}\` for what replaces it.`
        : `Use ${codeSpan(now.name)} instead (\`${repository}\`, ${codeSpan(now.path)}).`;
    const below = '**This runbook is retired. Do not follow it.**\n\n' +
        `Its runbook ${codeSpan(path)} is not on the branch ${codeSpan(ref)} of \`${repository}\` any more${since}. ${instead}`;
    return writeEntry({ kind: 'retired', name, path, blob }, { above: '', below }, base);
}
function commitLink(id, { repository, serverUrl, forge }) {
    const code = `\`${event_shortId(id)}\``;
    // Nobody knows how links of another forge look.
    return forge === 'other' ? code : `[${code}](${serverUrl}/${repository}/commit/${id})`;
}
/** A code span for any text: its fence is longer than every run of backticks in it (CommonMark 0.31, 6.1). */
function codeSpan(text) {
    const line = text.replace(/\s+/g, ' ');
    const longest = (line.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0);
    const fence = '`'.repeat(longest + 1);
    return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

;// CONCATENATED MODULE: ./src/sync/send.ts







/** Milliseconds that one round sends: then the run looks again, so that it sees what people edit meanwhile. */
const MAX_SENDING = 30_000;
/** Failures that concern every entry, and how many of them end a run in which nothing has succeeded. One 403 may be about one entry. */
const SYSTEMIC = { 'wrong-address': 1, unreachable: 1, forbidden: 3 };
/**
 * Sends entries, many at a time, until all are sent, the service asks for a pause, or this takes too long. What is not sent is due
 * again. The failure of one entry is its state.
 *
 * @returns true if the service has accepted something.
 * @throws {ActionError} what ends the run; if a person has to agree first, of kind `stopped`.
 */
async function send(sync, look, shipments, sent) {
    requireAgreement(sync, look, sent);
    const { client } = sync;
    sync.listener.sending(shipments.length);
    const until = performance.now() + MAX_SENDING;
    const { pauses } = client;
    const queue = new p_queue_dist/* default */.Ay({ concurrency: client.concurrency });
    let failure;
    const tasks = shipments.map((shipment) => async () => {
        // Conversions block the event loop: answers, such as a 401, arrive before the next one.
        await (0,promises_.setImmediate)();
        if (failure !== undefined || performance.now() > until || client.pauses > pauses)
            return false;
        try {
            return await sendOne(sync, look, shipment, sent);
        }
        catch (thrown) {
            failure ??= { thrown };
            return false;
        }
    });
    const answers = await queue.addAll(tasks);
    // After the requests that were under way.
    if (failure !== undefined)
        throw failure.thrown;
    return answers.includes(true);
}
/** @throws {ActionError} of kind `stopped`. */
function requireAgreement({ goesOn }, look, sent) {
    const reason = reasonToStop(look, sent.all.length === 0 ? 'Nothing was sent' : 'Nothing more was sent');
    if (reason !== undefined && !goesOn)
        throw reason;
}
async function sendOne(sync, look, shipment, sent) {
    const { client, listener } = sync;
    const name = sentName(shipment);
    const earlier = sent.of(name);
    const { content, ...entry } = await entryOf(sync, look, shipment);
    await saveReplaced(sync, shipment);
    const waiting = (attempts) => {
        return {
            ...entry,
            size: Buffer.byteLength(content),
            shipment,
            name,
            before: look.rows.of(name),
            attempts,
            state: { is: 'waiting', since: performance.now() }
        };
    };
    const takeBack = () => {
        if (earlier === undefined)
            sent.forget(name);
        else
            sent.set(earlier);
    };
    // Before the answer: a request that gets none may have arrived.
    sent.set(waiting(0));
    try {
        const attempts = await client.upsert({ name, content });
        if (attempts === undefined) {
            // It is due after the pause, if the next look says so.
            takeBack();
            return false;
        }
        const accepted = waiting(attempts);
        sent.set(accepted);
        listener.answered(accepted);
        return true;
    }
    catch (error) {
        if (error === client.ended)
            takeBack();
        if (error === client.ended || !(error instanceof RequestError))
            throw error;
        const failed = { ...waiting(error.attempts), state: { is: 'failed', error } };
        sent.set(failed);
        listener.answered(failed);
        endIfSystemic(sync, error, sent);
        return false;
    }
}
/** The text that is sent, and what the list has to show of it. */
async function entryOf(sync, { head }, shipment) {
    if (shipment.do !== 'send') {
        const { row, now } = shipment;
        const { path, blob } = row.line;
        const retired = { name: row.name, path, blob, now };
        return { path, ...retirementNote(retired, sync.options, await send_commitOf(sync, head)) };
    }
    const { path } = shipment.runbook;
    const { content, digest } = await convertAgain(sync, shipment.runbook);
    return { path, content, digest };
}
async function send_commitOf({ source: { history } }, id) {
    return history && { id, date: await history.dateOf(id) };
}
/** Before they are replaced. */
async function saveReplaced({ save, listener }, shipment) {
    if (shipment.do !== 'send')
        return;
    const { runbook, replaced } = shipment;
    for (const { name, content } of replaced)
        listener.saved(await save(runbook.path, name, content));
}
/** A wrong address, or a token without permission, fails each entry in the same way. */
function endIfSystemic({ client }, error, sent) {
    const most = SYSTEMIC[error.kind];
    if (most === undefined)
        return;
    const { all } = sent;
    const failed = all.filter(({ state }) => state.is === 'failed' && state.error.kind === error.kind);
    const hasSucceeded = all.some(({ state, attempts }) => state.is !== 'failed' && attempts > 0);
    if (hasSucceeded || failed.length < most)
        return;
    client.end(error);
    throw error;
}

;// CONCATENATED MODULE: ./src/sync/sync.ts






/** Milliseconds between looks: after one that shows something new, or a send; then after the first one in vain, and so on. */
const PAUSES = [500, 1000, 2000, 4000, 8000, 16_000];
const LONGEST_PAUSE = 30_000;
/** Milliseconds in which nothing is stored or shown, and nothing is waited for. */
const MAX_STANDSTILL = 10 * 60_000;
/**
 * Makes the knowledge base equal to the head of the branch: look, compare, act, and look again, until a look shows that nothing
 * is left to do.
 *
 * @returns the last look.
 * @throws {ActionError} what ends the run early.
 */
async function syncBranch(sync) {
    const { client, findHead, listener } = sync;
    const sent = new SentEntries();
    let lastProgress = performance.now();
    let looksInVain = 0;
    for (;;) {
        const look = await lookAt(sync, client, await findHead());
        listener.looked(look, sent);
        stopIfCopied(look, sent);
        const hasShown = await settle(sync, look, sent);
        const due = dueOf(look, sent);
        if (due.length === 0 && !sent.isWaiting && (await findHead()) === look.head)
            return look;
        const next = nextOf(due, sent);
        if (next === undefined)
            throw noneShownError(sent.all);
        const hasSent = next.length > 0 && (await send(sync, look, next, sent));
        // What was sent is waited for.
        if (hasShown || sent.isWaiting)
            lastProgress = performance.now();
        if (performance.now() - lastProgress > MAX_STANDSTILL)
            throw standstillError();
        looksInVain = hasShown || hasSent ? 0 : looksInVain + 1;
        if (sent.isWaiting)
            await client.pause(PAUSES[looksInVain] ?? LONGEST_PAUSE);
    }
}
/** A service that makes copies would make more of them, and no API deletes. */
function stopIfCopied(look, sent) {
    const copied = copiedBy(sent, look);
    if (copied.length > 0)
        throw copiesError(copied);
}
/** Says of what was sent whether the look shows it. @returns true if it shows something for the first time. */
async function settle(sync, look, sent) {
    const names = new Set(look.runbooks.named.map(({ name }) => foldName(name)));
    let hasShown = false;
    for (const one of sent.all) {
        if (one.state.is === 'shown')
            continue;
        const sighting = sightingOf(one, look);
        if (sighting.is === 'shown') {
            sent.set({ ...one, state: sighting });
            hasShown = true;
        }
        else if (one.state.is !== 'waiting') {
            // No runbook has the name any more, so its failure must not keep notes from being sent.
            if (one.shipment.do === 'send' && !names.has(foldName(one.name)))
                sent.forget(one.name);
        }
        else if (sighting.is === 'altered') {
            const text = await sync_textOf(sync, one);
            sent.set({ ...one, state: { is: 'altered', error: alteredError(one, sighting.row, text) } });
        }
        else if (performance.now() - one.state.since >= sync.confirmWithin) {
            sent.set({ ...one, state: { is: 'failed', error: lateError(one, look, sync.confirmWithin) } });
        }
    }
    return hasShown;
}
/** The text that was sent; undefined if it must not be shown. */
async function sync_textOf(sync, { shipment }) {
    if (!sync.showsTexts || shipment.do !== 'send')
        return undefined;
    return readText((await convertAgain(sync, shipment.runbook)).content).text;
}

;// CONCATENATED MODULE: ./src/sync/work-tree.ts






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
            await (0,external_node_fs_promises_.access)(file, external_node_fs_promises_.constants.W_OK);
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
function unwritableError(path, cause) {
    return new errors_ActionError('files', `${path} cannot be written: ${errors_messageOf(cause)}.`, 'Let this user write there.', {
        cause
    });
}

;// CONCATENATED MODULE: ./src/run.ts














/** Undefined without token or address. */
function openAccess({ token, baseUrl }, journal, { resources, signal, trace }) {
    if (token === undefined || baseUrl === undefined)
        return undefined;
    const onProgress = (message) => {
        journal.notice({ level: 'progress', message });
    };
    const client = new KnowledgeClient({ token, baseUrl, signal, trace, onProgress });
    return { client: resources.use(client), token };
}
/**
 * Does the work for both front ends. The journal gets what it finds and does.
 *
 * @throws {ActionError} what ends the run early.
 */
async function run(branch, work, journal) {
    const comparison = compare(branch, journal);
    switch (work.kind) {
        case 'plan': {
            const look = await plan(branch, comparison, work, journal);
            return lookAtAlerts(branch, comparison, look, true, journal);
        }
        case 'sync': {
            const { showsTexts, inputs } = branch;
            const { access, findHead, goesOn, savedIn, replacer } = work;
            const { client, token } = access;
            const saved = new SavedTexts(savedIn, (text) => token.redact(text), replacer);
            const { confirmWithin } = inputs;
            const save = saved.save.bind(saved);
            const sync = { ...comparison, client, listener: journal, save, findHead, goesOn, confirmWithin, showsTexts };
            const look = await syncBranch(sync).catch(async (error) => {
                if (showsTexts && asActionError(error).kind !== 'cancelled')
                    await showDifferences(comparison, journal);
                throw error;
            });
            if (showsTexts)
                await showDifferences(comparison, journal);
            return lookAtAlerts(branch, comparison, look, false, journal);
        }
        case 'pull': {
            const { client, token } = work.access;
            const tree = new WorkTree(branch.source.history?.folder ?? '');
            const hasToken = (text) => token.isIn(text);
            const pulled = journal.pulled.bind(journal);
            return pullEdits({ ...comparison, client, tree, head: work.head, hasToken, pulled });
        }
    }
}
/** What is compared. The files of a commit are read once, those of a disk with each look. */
function compare(branch, journal) {
    const { source, inputs, base, replace, changedAt, showsOwnTexts } = branch;
    const patterns = new Patterns(inputs.files);
    const options = { ...inputs, ...base };
    const { notice } = journal;
    const reading = { source, patterns, options, notice };
    const read = async (head) => {
        const changed = await changedAt(head, patterns.matches);
        return { changed, runbooks: await readRunbooks(reading, head, changed) };
    };
    let known;
    const branchAt = async (head) => {
        if (known?.head !== head || source.history === undefined)
            known = { head, state: read(head) };
        return known.state;
    };
    return { ...reading, inputs, replace, showsOwnTexts, branchAt };
}
async function plan({ inputs, showsTexts }, comparison, { head, access }, journal) {
    const missing = missingAccess(inputs);
    if (missing !== undefined)
        journal.notice({ level: 'notice', message: missing });
    if (access === undefined) {
        const look = await lookWithoutList(comparison, head);
        journal.looked(look);
        return look;
    }
    const look = await lookAt(comparison, access.client, head);
    journal.looked(look);
    if (showsTexts)
        await showDifferences(comparison, journal);
    const reason = reasonToStop(look, 'A sync would send nothing');
    if (reason !== undefined)
        throw reason;
    return look;
}
/** What differs between entries and runbooks, as the last look saw it. It is no part of the work, so a failure is not the run's. */
async function showDifferences(comparison, journal) {
    const differences = journal.look && (await shownDifferences(comparison, journal.look).catch(() => undefined));
    if (differences !== undefined)
        journal.differs(differences);
}
/** Finds out which alerts have a runbook, if the inputs name any. */
async function lookAtAlerts({ inputs, source, changedAt }, comparison, { head, runbooks }, isPlan, journal) {
    if (inputs.alerts.length === 0)
        return;
    const rules = rulesAt(source, head, inputs.alerts);
    const { table, problems } = await alertsOfCommit(comparison, head, runbooks, rules, '`alerts`');
    for (const problem of problems)
        journal.notice(problem);
    // A sync is never red because of them: the runbooks have arrived.
    const changed = isPlan ? await changedAt(head, () => true) : undefined;
    journal.foundAlerts({ table, broughtIn: changed && deadBecauseOf(changed, table) });
}

;// CONCATENATED MODULE: ./src/cli/workflow.ts





/** What needs a look before anything is sent stands first. Never the address: one from a checkout would get the token. */
const TAKEN = [...new Set(['on-conflict', 'files', 'entry-name', ...INPUT_NAMES])].filter((name) => name !== 'base-url');
/** What says which entries there are, and with which text. */
const DECISIVE = ['files', 'entry-name', 'front-matter'];
/** Bytes of a workflow: `yaml` takes time that grows with the square of the number of keys. */
const workflow_MAX_BYTES = 16 * 1024;
/** Workflows that use the Action. */
const workflow_MAX_FILES = 20;
/** Workflows that are searched for it. */
const MAX_SEARCHED = 500;
const OURS = /runbook-sync\/runbook-sync/i;
const USES = /^runbook-sync\/runbook-sync(?:@|$)/i;
/** True if GitHub takes a path for a workflow. */
function isWorkflow(path) {
    return /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path);
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
        const isUsed = (option) => options_OPTIONS.some(({ name, commands }) => name === option && commands.includes(command) && given(name) === undefined);
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
        : 'Several steps use this Action, and differ in their options.', wording_joined([commands.length > 0 && `Choose ${listed(commands, 10)}, or`, '`--workflow none` for none of them.']));
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
        else if (OURS.test(content.bytes.toString()))
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
        return [stepOf(inputs)];
    });
}
function stepOf(inputs) {
    const given = TAKEN.flatMap((name) => {
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
    return wording_joined([words.join(' '), without], ', ');
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

;// CONCATENATED MODULE: ./src/cli/check.ts



/** No list tells it, and a wrong guess makes copies, which no API deletes. */
const MATCHING_KEY = 'No list can show by what an upsert finds the entry to update. Runbook Sync relies on the name: a sync that updates more ' +
    'than three entries updates one first, and stops if that makes a second entry.';
/**
 * Looks whether a token works, and whether the list shows what a sync needs.
 *
 * @throws {ActionError} if the list cannot be read.
 */
async function checkService(client, journal) {
    const found = { entries: 0, sent: 0, edited: 0, fields: new Map(), readOnly: 0, total: 0 };
    for await (const { rows, readOnly, total } of readList(client)) {
        found.readOnly = readOnly;
        found.total = total;
        for (const { name, content, textField } of rows) {
            if (name === '')
                continue;
            if (textField !== undefined)
                found.fields.set(textField, (found.fields.get(textField) ?? 0) + 1);
            note(found, rowOf(name, content));
        }
    }
    const showsNoText = found.entries > 0 && found.fields.size === 0;
    journal.notice({ level: showsNoText ? 'warning' : 'notice', message: check_verdictOn(found) });
    journal.notice({ level: 'notice', message: detailsOf(found) });
    journal.notice({ level: 'notice', message: MATCHING_KEY });
}
function note(found, { line, state }) {
    found.entries++;
    if (line === undefined)
        return;
    found.sent++;
    if (state === 'edited')
        found.edited++;
}
function check_verdictOn({ entries, sent, edited, fields }) {
    const hidden = entries - sum(fields);
    if (entries === 0)
        return 'This assistant fits, as far as an empty list can show.';
    if (hidden === entries) {
        return ('This assistant fits in part: its list shows names but no texts, so every run sends every runbook and replaces edits ' +
            'unseen.');
    }
    const some = hidden > 0 ? `${wording_count(hidden, 'entry shows', 'entries show')} no text.` : '';
    const known = sent === 0
        ? ''
        : `${edited} of ${wording_count(sent, 'synced entry', 'synced entries')} ${edited === 1 ? 'was' : 'were'} edited.`;
    return wording_joined(['This assistant fits: its list shows names and texts.', some, known]);
}
function detailsOf({ entries, fields, readOnly, total }) {
    const texts = listed(Array.from(fields, ([field, many]) => `${wording_format(many)} in \`${field}\``));
    return wording_joined([
        `The list shows ${wording_count(entries, 'entry', 'entries')}${texts === '' ? '.' : `; texts: ${texts}.`}`,
        total === 0 ? 'It names no total.' : `Its total is ${wording_format(total)}.`,
        readOnly === 0
            ? ''
            : `${wording_count(readOnly, 'read-only entry is', 'read-only entries are')} left out, because an upsert may not change ${readOnly === 1 ? 'it' : 'them'}.`
    ]);
}
function sum(fields) {
    return [...fields.values()].reduce((all, many) => all + many, 0);
}

;// CONCATENATED MODULE: ./src/cli/entries.ts




/**
 * What the knowledge base and the branch say of an entry: `current` has the text of its runbook, `outdated` an earlier one,
 * `edited` a person's; `by-hand` has no source line; the file of an `orphaned` one is no runbook any more; one from
 * `elsewhere` is of another repository or branch, or of a file that is not selected.
 */
const ENTRY_STATES = ['current', 'outdated', 'edited', 'by-hand', 'orphaned', 'elsewhere'];
/** Longer names are not aligned. */
const MAX_WIDTH = 48;
/** What the list shows, compared with the runbooks: one row an entry, by name. */
function listRowsOf(look) {
    const { runbooks, rows } = look;
    const current = currentRows(look);
    const orphans = orphanRows(look);
    const fileOf = new Map();
    // If files share a name, the first one counts.
    for (const { name, path } of [...runbooks.named, ...runbooks.shared.flat()].toReversed()) {
        for (const row of rows.of(name))
            fileOf.set(row, path);
    }
    const all = rows.all.map((row) => {
        const { name, line } = row;
        const file = fileOf.get(row);
        const state = file === undefined ? stateWithoutRunbook(row, orphans, look) : entries_stateOf(row, current, look);
        if (line === undefined)
            return { name, file: file ?? '', state };
        return { name, file: state === 'elsewhere' ? line.address : line.path, state };
    });
    return all.sort((one, other) => entries_compare(one.name, other.name) || entries_compare(one.file, other.file));
}
/** A line for each entry. @param shown makes a text of others fit for a terminal, on one line. */
function entriesTable(rows, shown) {
    const cells = rows.map(({ name, file, state }) => [state, shown(name), shown(file)]);
    const widths = cells.map(([, name]) => name.length).filter((length) => length <= MAX_WIDTH);
    const width = Math.max(0, ...widths);
    return cells.map(([state, name, file]) => `${state.padEnd(9)}  ${name.padEnd(width)}  ${file}`.trimEnd());
}
/** `12 entries: 10 current, 2 edited` */
function countEntries(rows) {
    const groups = Map.groupBy(rows, ({ state }) => state);
    const counts = ENTRY_STATES.map((state) => groups.has(state) && `${wording_format(groups.get(state)?.length ?? 0)} ${state}`);
    return wording_joined([wording_count(rows.length, 'entry', 'entries'), wording_joined(counts, ', ')], ': ');
}
function entries_stateOf(row, current, { facts }) {
    const { line, state } = row;
    if (line !== undefined && isElsewhere(line, facts))
        return 'elsewhere';
    if (current.has(row))
        return 'current';
    if (state === 'by hand')
        return 'by-hand';
    return state === 'edited' ? 'edited' : 'outdated';
}
function stateWithoutRunbook(row, orphans, look) {
    const { line, state } = row;
    if (line === undefined)
        return 'by-hand';
    if (isUnread(row, look))
        return state === 'edited' ? 'edited' : 'outdated';
    // The note for a removed runbook still belongs to a file that is gone.
    const isNote = line.kind === 'retired' && isOfBranch(line, look.facts.base);
    return orphans.has(line) || isNote ? 'orphaned' : 'elsewhere';
}
/** By code unit, the same on each machine. */
function entries_compare(one, other) {
    if (one === other)
        return 0;
    return one < other ? -1 : 1;
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

;// CONCATENATED MODULE: ./src/branch/output.ts

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
/** Parses a record of `git ls-tree -r -z`: `<mode> <type> <id>TAB<path>`. */
function parseListed(record) {
    const tab = record.indexOf('\t');
    const [mode, , id = ''] = record.toString('latin1', 0, tab).split(' ');
    const skip = skipByMode(mode) ?? ((0,external_node_buffer_.isUtf8)(record) ? undefined : 'not UTF-8');
    return { path: record.toString('utf8', tab + 1), id, skip };
}
/**
 * Parses the records of `git diff-tree -r -z --raw --no-renames`: `:<mode> <mode> <id> <id> <status>`, then the path. Leaves out
 * paths that are not UTF-8.
 */
async function* parseChanged(records) {
    let header;
    for await (const record of records) {
        if (header === undefined) {
            header = record;
            continue;
        }
        const [modeBefore, modeAfter, before, after] = header.toString('latin1', 1).split(' ');
        header = undefined;
        if (!(0,external_node_buffer_.isUtf8)(record))
            continue;
        yield {
            path: record.toString(),
            before: skipByMode(modeBefore) === undefined ? before : undefined,
            after: skipByMode(modeAfter) === undefined ? after : undefined
        };
    }
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
    const [, folder] = /^gitdir: ([^\r\n]+)[\r\n]*$/.exec((await readGitFile(entry)) ?? '') ?? [];
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
        const common = await readGitFile((0,external_node_path_.join)(folder, 'commondir'));
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
    const format = commit.length === 40 ? 0 : '1\n[extensions]\n\tobjectFormat = sha256';
    await (0,external_node_fs_promises_.writeFile)((0,external_node_path_.join)(target, 'HEAD'), 'ref: refs/heads/main\n');
    await (0,external_node_fs_promises_.writeFile)((0,external_node_path_.join)(target, 'config'), `[core]\n\tbare = true\n\trepositoryformatversion = ${format}\n`);
    await (0,external_node_fs_promises_.writeFile)((0,external_node_path_.join)(target, 'objects', 'info', 'alternates'), `${objects}\n`);
    // A complete history has no list of commits without parents.
    if (shallow !== undefined)
        await (0,external_node_fs_promises_.writeFile)((0,external_node_path_.join)(target, 'shallow'), shallow);
}
async function shallowOf(common, objects) {
    if (!(await (0,external_node_fs_promises_.stat)(objects)).isDirectory())
        throw new Error(`${objects} is not a folder`);
    // Git itself reads it, as far as it can be read.
    await readGitFile((0,external_node_path_.join)(objects, 'info', 'alternates'));
    const commits = await readGitFile((0,external_node_path_.join)(common, 'shallow'));
    // Git prints a line that is no commit, of any file that a link leads to.
    if (output_linesOf(commits ?? '').every((line) => COMMIT.test(line)))
        return commits;
    throw new Error('the list of commits without parents is damaged');
}
/** The text of one of Git's files; undefined if there is none. A pipe in its place would never end. */
async function readGitFile(file) {
    try {
        if ((await (0,external_node_fs_promises_.stat)(file)).isFile())
            return await (0,external_node_fs_promises_.readFile)(file, 'utf8');
    }
    catch (error) {
        if (['ENOENT', 'ENOTDIR'].includes(error.code ?? ''))
            return undefined;
        throw error;
    }
    throw new Error(`${file} is not a file`);
}
function damagedError(folder, cause) {
    const message = `Git cannot use the checkout: ${folder} is damaged (${errors_messageOf(cause)}).`;
    return new errors_ActionError('git', message, 'Start a new run, with a new checkout: Run workflow, or push.', { cause });
}

;// CONCATENATED MODULE: ./src/branch/objects.ts

/** Asks for objects through one `git cat-file --batch-command`. */
class ObjectReader {
    #child;
    #chunks;
    /** What has arrived and was not read. */
    #rest = Buffer.alloc(0);
    /** Git answers in the order of the requests: each answer is read after the one before. */
    #last = Promise.resolve();
    #problem = '';
    constructor(child) {
        this.#child = child;
        this.#chunks = child.stdout[Symbol.asyncIterator]();
        child.stderr.on('data', (chunk) => {
            this.#problem = (this.#problem + chunk.toString()).slice(-4096);
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
    /** The contents of objects that are here, in their order. All of them are held in memory. */
    contents(ids) {
        return this.#ask(ids.map((id) => `contents ${id}\n`).join(''), async () => {
            const contents = [];
            for (const id of ids) {
                const object = await this.#header();
                if (object?.id !== id)
                    throw gitError(['cat-file'], `it does not answer with ${id}`);
                contents.push((await this.#take(object.size + 1)).subarray(0, -1));
            }
            return contents;
        });
    }
    #ask(request, receive) {
        this.#child.stdin.write(request);
        const answer = this.#last.then(receive);
        this.#last = answer.catch(() => undefined);
        return answer;
    }
    /** `<id> <type> <size>`, or `<name> missing`. */
    async #header() {
        let end;
        while ((end = this.#rest.indexOf('\n')) === -1)
            this.#rest = Buffer.concat([this.#rest, await this.#next()]);
        const line = (await this.#take(end + 1)).toString('latin1', 0, end);
        const [, id, type, size] = /^([0-9a-f]{40,64}) ([a-z]+) (\d+)$/.exec(line) ?? [];
        if (id !== undefined && type !== undefined)
            return { id, type, size: Number(size) };
        if (line.endsWith(' missing'))
            return undefined;
        throw gitError(['cat-file'], `it answers ${line}`);
    }
    async #take(length) {
        const parts = [this.#rest];
        for (let has = this.#rest.length; has < length; has += parts.at(-1)?.length ?? 0)
            parts.push(await this.#next());
        const bytes = parts.length === 1 ? this.#rest : Buffer.concat(parts);
        this.#rest = bytes.subarray(length);
        return bytes.subarray(0, length);
    }
    /** Throws at the end of the stream, which also comes if Git was killed or cannot be started. */
    async #next() {
        const timer = setTimeout(() => {
            this.#problem = `no answer in ${command_TIMEOUT / 1000} s`;
            this.#child.kill('SIGKILL');
        }, command_TIMEOUT);
        const { value } = await this.#chunks.next().catch(() => ({ value: undefined }));
        clearTimeout(timer);
        if (value === undefined)
            throw gitError(['cat-file'], this.#problem === '' ? 'it ended' : this.#problem);
        return value;
    }
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












const repository_FETCH = 'Check that this machine reaches the repository (`permissions: contents: read` in a job), and start a new run: Run workflow, or push.';
/** Commits of a history that are looked at. Git reads 5,000 in less than a second. */
const MAX_COMMITS = 5000;
/** Contents of one file that are found in a history. */
const MAX_VERSIONS = 100;
/** Bytes of files that are asked for at a time, and held in memory, beside one more file. */
const MAX_BATCH = 1024 * 1024;
const DIFFERENCES = ['diff-tree', '-r', '-z', '--raw', '--no-renames'];
/**
 * A bare repository of our own that borrows the objects of the checkout. The checkout is never written to, and nothing in
 * its configuration, hooks and attributes has an effect.
 */
class repository_Repository {
    folder;
    history = this;
    git;
    #setup;
    /** Why the last fetch that failed did so, as a clause. */
    #problem = '';
    #objects;
    #fetching = Promise.resolve(undefined);
    /** What the commit has that was listed last. */
    #tree;
    constructor(git, folder, setup) {
        this.git = git;
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
        const missing = await this.#missing([...new Set(commits)]);
        return missing.length === 0 || this.#fetchCommits(missing);
    }
    async ensureCommits(...commits) {
        if (await this.hasCommits(commits))
            return;
        const message = `The commit ${commits.map(event_shortId).join(' or ')} cannot be fetched: ${this.#problem}.`;
        throw new errors_ActionError('git', message, repository_FETCH);
    }
    async peel(id) {
        const [commit] = await this.#reader.info([`${id}^{commit}`]);
        if (commit === undefined)
            throw gitError(['cat-file'], `${id} is no commit`);
        return commit.id;
    }
    async parents(commit) {
        return (await this.#headerOf(commit)).flatMap((line) => /^parent (\w+)$/.exec(line)?.[1] ?? []);
    }
    async dateOf(commit) {
        const committer = (await this.#headerOf(commit)).find((line) => line.startsWith('committer ')) ?? '';
        const [, seconds, sign = '', hours, minutes] = / (\d+) ([+-])(\d\d)(\d\d)$/.exec(committer) ?? [];
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
    async *contents(files, limit) {
        const found = await this.#present(files.map(({ id }) => id));
        for (let start = 0, end = 0; start < files.length; start = end) {
            for (let bytes = 0; end < files.length && bytes < MAX_BATCH; end++)
                bytes += found[end]?.size ?? 0;
            const small = found.slice(start, end).filter(({ size }) => size <= limit);
            const read = await this.#reader.contents(small.map(({ id }) => id));
            for (const [at, file] of files.slice(start, end).entries()) {
                const { size = 0 } = found[start + at] ?? {};
                const bytes = size <= limit ? read.shift() : undefined;
                yield { file, content: bytes === undefined ? { kind: 'too-large', size } : { kind: 'bytes', bytes } };
            }
        }
    }
    async read(file, limit) {
        for await (const { content } of this.contents([file], limit))
            return content;
        throw gitError(['cat-file'], `${file.path} has no content`);
    }
    async prefetch(ids) {
        await this.#present(ids);
    }
    async differences(from, to, matches) {
        if (!(await this.hasCommits([from, to])))
            return undefined;
        return this.#withTrees([from, to], async () => {
            const changed = new Set();
            for await (const { path, before, after } of parseChanged(this.git.records([...DIFFERENCES, from, to]))) {
                // A mode may have changed alone.
                if (before !== after && matches(path))
                    changed.add(path);
            }
            return changed;
        });
    }
    async blobsOf(commit, paths) {
        if (paths.length === 0)
            return new Map();
        const input = (await this.#ancestorsOf(commit)).map((id) => `${id}\n`).join('');
        // Git compares each path of a tree with each that it gets: 200 take twenty times as long as the folder of all.
        const folder = commonFolder(paths);
        const limits = folder === '' ? [] : ['--', `:(literal)${folder}`];
        // `-m`: what a merge has may be in none of its parents.
        const command = [...DIFFERENCES, '--stdin', '-m', '--root', '--no-commit-id', ...limits];
        const read = async () => {
            const blobs = new Map(paths.map((path) => [path, new Set()]));
            for await (const { path, before, after } of parseChanged(this.git.records(command, { input }))) {
                const ids = blobs.get(path);
                for (const id of [after, before])
                    if (id !== undefined && ids && ids.size < MAX_VERSIONS)
                        ids.add(id);
            }
            return new Map(Array.from(blobs, ([path, ids]) => [path, [...ids]]));
        };
        return this.#withTrees([commit], read, MAX_COMMITS);
    }
    async merge(ours, base, theirs) {
        return mergeTexts(this.git, (0,external_node_path_.dirname)(this.git.gitDir), ours, base, theirs);
    }
    async [Symbol.asyncDispose]() {
        this.git[Symbol.dispose]();
        // On Windows a virus scanner may keep a file open; the runner empties this folder after the job.
        await (0,external_node_fs_promises_.rm)((0,external_node_path_.dirname)(this.git.gitDir), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    }
    /** All paths of a commit. A run asks several times, and nearly always for one commit. */
    async #treeOf(commit) {
        if (this.#tree?.commit === commit)
            return this.#tree.listed;
        return this.#withTrees([commit], async () => {
            const listed = [];
            const records = this.git.records(['ls-tree', '-r', '-z', '--full-tree', commit]);
            for await (const record of records)
                listed.push(parseListed(record));
            this.#tree = { commit, listed };
            return listed;
        });
    }
    /** A commit and its ancestors, the newest first. */
    async #ancestorsOf(commit) {
        const walk = async () => output_linesOf(await this.git.text(['rev-list', `--max-count=${MAX_COMMITS}`, commit]));
        const ids = await walk();
        const shallow = output_linesOf((await readGitFile((0,external_node_path_.join)(this.git.gitDir, 'shallow'))) ?? '');
        const isCut = !new Set(shallow).isDisjointFrom(new Set(ids));
        // Only our own repository may get more history: a clone of a person stays as it is.
        const isOurs = this.#setup.user === undefined;
        return isCut && isOurs && (await this.#fetchCommits([commit], { depth: MAX_COMMITS })) ? walk() : ids;
    }
    /** The header of a commit that is here, in lines. */
    async #headerOf(commit) {
        const [content] = await this.#reader.contents([commit]);
        return content?.toString().split('\n\n', 1)[0]?.split('\n') ?? [];
    }
    /** What files are, in their order. Those that a partial clone lacks are fetched. */
    async #present(ids, isFetched = false) {
        const found = await this.#reader.info(ids);
        const missing = new Set(ids.filter((_, at) => found[at] === undefined));
        if (missing.size === 0) {
            const blobs = found.filter((object) => object?.type === 'blob');
            if (blobs.length === ids.length)
                return blobs;
            throw gitError(['cat-file'], 'what a tree calls a file is something else');
        }
        if (!isFetched && (await this.#fetch([...missing])))
            return this.#present(ids, true);
        const what = `${wording_count(missing.size, 'file')} that the checkout lacks`;
        throw new errors_ActionError('git', `${what} cannot be fetched: ${this.#problem.replace(/\.$/, '')}.`, repository_FETCH);
    }
    /** Without history: two commits are compared without those between them. */
    async #fetchCommits(commits, { depth = 1, refetch = false } = {}) {
        const { sha } = this.#setup.job;
        const known = (await this.#has(sha)) ? sha : undefined;
        return this.#fetch(commits, known, [`--depth=${depth}`, ...(refetch ? ['--refetch'] : [])]);
    }
    async #fetch(ids, known, options = []) {
        // One after the other: each locks files of the repository.
        this.#fetching = this.#fetching.then(() => fetchObjects(this.git, this.#setup, ids, known, options));
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
        return (await this.#missing([id])).length === 0;
    }
    async #missing(ids) {
        const found = await this.#reader.info(ids);
        return ids.filter((_, at) => found[at] === undefined);
    }
    get #reader() {
        return (this.#objects ??= new ObjectReader(this.git.start(['cat-file', '--batch-command'])));
    }
}
/** The folder of all paths, or the path itself if there is one; empty for the root. */
function commonFolder([first = '', ...others]) {
    return others.reduce((folder, path) => {
        const parts = path.split('/');
        const differs = folder.split('/').findIndex((part, at) => part !== parts[at]);
        return differs === -1 ? folder : parts.slice(0, differs).join('/');
    }, first);
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
    throw new errors_ActionError('git', `Git is too old: ${answer}.`, 'Install Git 2.36 or newer on this machine.');
}

;// CONCATENATED MODULE: ./src/branch/uncommitted.ts





/** Bytes of a file that is compared with Git. No runbook is as large. */
const MAX_COMPARED = 64 * 1024 * 1024;
const AUTHOR = 'Runbook Sync <> 0 +0000';
/**
 * Makes a commit of what is not committed, in a repository of our own, so that it is read as any other commit. Nothing in the
 * clone changes, and no filter runs: files are stored as they are, and one with other line ends than Git has is the same file.
 *
 * @param git of a repository that borrows the objects of the clone.
 * @param head the commit before it.
 * @param matches selects the files of the work tree that are read. Others are known by their paths, because links lead there.
 * @returns its id, and the selected paths with a conflict of a merge.
 */
async function commitUncommitted(kind, { clone, git, head }, matches) {
    const empty = await store(git, Buffer.alloc(0), head.length);
    const { entries, unmerged } = await listEntries(kind, clone, empty);
    for (const [key, { tag, id }] of entries) {
        const path = pathOf(key);
        // A sparse checkout leaves out files that are not removed, and no name that is not UTF-8 is ever read.
        if (kind === 'staged' || tag === 'S' || path.includes('\ufffd') || !matches(path))
            continue;
        const entry = await readEntry(clone.root, git, path, id);
        if (entry === undefined)
            entries.delete(key);
        else
            entries.set(key, { tag, ...entry });
    }
    // New files last: the folder of one replaces a file of that name.
    const rows = Array.from(entries, ([key, { mode, id }]) => `${mode} ${id}\t${key}\0`).reverse();
    const env = { GIT_INDEX_FILE: (0,external_node_path_.join)((0,external_node_path_.dirname)(git.gitDir), `index-${kind}`) };
    await git.text(['read-tree', '--empty'], { env });
    await git.text(['update-index', '-z', '--index-info'], { env, input: Buffer.from(rows.join(''), 'latin1') });
    // A partial clone has not all files.
    const tree = await git.text(['write-tree', '--missing-ok'], { env });
    const input = `tree ${tree}\nparent ${head}\nauthor ${AUTHOR}\ncommitter ${AUTHOR}\n\n`;
    const commit = await git.text(['hash-object', '-t', 'commit', '-w', '--stdin'], { input });
    return { commit, unmerged: unmerged.filter(matches) };
}
/** New files first, each as `id`. The keys are paths with one character for each byte, because Git allows every byte in one. */
async function listEntries(kind, clone, id) {
    const entries = new Map();
    const unmerged = new Set();
    const more = kind === 'worktree' ? ['--cached', '--deleted', '--others', '--exclude-standard'] : [];
    const env = await clone.indexOfHook();
    for await (const record of clone.git.records(['ls-files', '-t', '--stage', '-z', ...more], { env })) {
        const text = record.toString('latin1');
        const tab = text.indexOf('\t');
        const [tag = '', mode = '', known = '', stage] = text.slice(0, tab).split(' ');
        const key = text.slice(tab + 1);
        // `? <path>`: another repository in the work tree ends with a slash.
        if (tag === '?') {
            if (!text.endsWith('/'))
                entries.set(text.slice(2), { tag, mode: '100644', id });
            continue;
        }
        if (stage !== '0')
            unmerged.add(pathOf(key));
        if (tag === 'R')
            entries.delete(key);
        else
            entries.set(key, { tag, mode, id: known });
    }
    return { entries, unmerged: [...unmerged] };
}
function pathOf(key) {
    return Buffer.from(key, 'latin1').toString();
}
/** What the work tree has at a path; undefined if there is no file. A changed one is stored. */
async function readEntry(root, git, path, id) {
    const stats = await (0,external_node_fs_promises_.lstat)((0,external_node_path_.join)(root, path)).catch(() => undefined);
    if (stats?.isSymbolicLink() === true)
        return { mode: '120000', id };
    if (stats?.isFile() !== true)
        return undefined;
    const content = await new disk_DiskFiles(root).read({ path, id }, MAX_COMPARED).catch(() => undefined);
    if (content?.kind !== 'bytes' || isStoredAs(content.bytes, id))
        return { mode: '100644', id };
    return { mode: '100644', id: await store(git, content.bytes, id.length) };
}
/** @returns the id, of `length` digits. */
async function store(git, bytes, length) {
    const id = blobIdOf(bytes, length);
    const folder = (0,external_node_path_.join)(git.gitDir, 'objects', id.slice(0, 2));
    await (0,external_node_fs_promises_.mkdir)(folder, { recursive: true });
    await (0,external_node_fs_promises_.writeFile)((0,external_node_path_.join)(folder, id.slice(2)), (0,external_node_zlib_.deflateSync)(blobOf(bytes)));
    return id;
}
/** True if Git has a file of the work tree under this id. Git may be configured to store line feeds alone. */
function isStoredAs(bytes, id) {
    if (blobIdOf(bytes, id.length) === id)
        return true;
    const normal = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
    return blobIdOf(normal, id.length) === id;
}

;// CONCATENATED MODULE: ./src/branch/checkout.ts







const CHECK_OUT = 'Add a step with `uses: actions/checkout` before this one.';
/**
 * The checkout below the workspace: through Git if there are a checkout and Git, else the files on the disk.
 *
 * @throws {ActionError} of kind `input` for a `root` that does not exist, of kind `git` for an empty workspace or a
 *   checkout that cannot be read.
 */
async function openSource({ root, githubToken }, job, env, diagnose) {
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
    const why = program === undefined ? 'Git is not installed on this machine' : `${folder} is not a Git checkout`;
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

;// CONCATENATED MODULE: ./src/cli/clone.ts








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
    /** For `git commit -a`, and `git commit FILE`, Git gives the hook an index of its own. Of another repository it is ignored. */
    async indexOfHook() {
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

;// CONCATENATED MODULE: ./src/cli/remote-address.ts



/** A URL of Git, in its parts: `https://host/owner/name.git`, `ssh://git@host/owner/name` or `git@host:owner/name.git`. */
const REMOTE = /^(?:(https?|ssh|git):\/\/(?:[^/]*@)?([^/@]+)\/|(?:[^/@:]+@)?([^/@:]{2,}):(?!:|\/\/))(.+)$/i;
/** These hosts have one address, which people also write with `www.`, with `http:` or without a scheme. */
const PUBLIC_HOST = /^(?:www\.)?(github\.com|gitlab\.com)$/i;
/** In characters. */
const MAX_URL = 2000;
/** Where the web pages of a repository are, by the URL of its remote; undefined for a folder of this machine. */
async function remote_address_addressOf(url, hostOf) {
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
    // Hosts for SSH through port 443.
    const web = server.toLowerCase().replace(/^(?:alt)?ssh\.(?=(?:github\.com|gitlab\.com)$)/, '');
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
    const known = await remote_address_addressOf(url ?? '', (alias) => hostOfAlias(alias, env));
    const repository = given('repository') ?? CI_PROJECT_PATH ?? known?.repository ?? '';
    const server = given('server-url') ?? CI_SERVER_URL ?? known?.serverUrl ?? 'https://github.com';
    const serverUrl = server.replace(/\/+$/, '');
    const named = forgeOf(URL.parse(serverUrl)?.hostname ?? '');
    // Its form is checked.
    const forge = given('forge') ?? (named === 'other' ? forgeOfPipeline(clone.root, env) : named);
    return { clone, program, remote, repository, serverUrl, forge };
}
/** @throws {ActionError} of kind `input` if there is no commit, or the branch is not known. */
async function findCommit({ given }, place, env) {
    const head = await place.clone.commit('HEAD');
    if (head === undefined) {
        throw usageError('The repository has no commit, or Git cannot read it.', 'Commit the runbooks first.');
    }
    const branch = given('branch') ?? gitLabVariables(env).CI_DEFAULT_BRANCH ?? (await place.clone.branch(place.remote));
    if (branch === undefined) {
        throw usageError('HEAD is detached, and the remote does not say which branch is the default.', 'Add `--branch NAME`.');
    }
    return { ...place, head, branch };
}
/** The software of a server whose name does not reveal it. */
function forgeOfPipeline(root, env) {
    if (env['GITHUB_ACTIONS'] === 'true')
        return 'github';
    const isGitLab = env['GITLAB_CI'] === 'true' || (0,external_node_fs_.existsSync)((0,external_node_path_.join)(root, '.gitlab-ci.yml'));
    return isGitLab ? 'gitlab' : 'other';
}
/** None outside of its jobs. */
function gitLabVariables(env) {
    return env['GITLAB_CI'] === 'true' ? env : {};
}

;// CONCATENATED MODULE: ./src/cli/session.ts











/** @throws {ActionError} of kind `input` if the repository or an option cannot be used. */
async function openSession({ command, env, resources, notice }) {
    const committed = await findCommit(command, await findRepository(command, env), env);
    const repository = resources.use(await openRepository(committed, env));
    const kind = UNCOMMITTED.find((each) => command.has(each));
    const commitAt = async (matches) => kind === undefined ? committed.head : session_commitOf(kind, committed, repository, matches);
    const options = await workflowOptions(repository, await commitAt(isWorkflow), command, notice);
    const inputs = inputsOf(command, options);
    const { matches } = new Patterns(inputs.files);
    const hasAlerts = inputs.alerts.length === 0 ? () => false : new Patterns(inputs.alerts, 'alerts').matches;
    const local = { ...committed, head: await commitAt((path) => matches(path) || hasAlerts(path)) };
    if (kind === undefined)
        await nameUncommitted(committed, repository, matches, notice);
    const showsOwnTexts = command.has('diff');
    const branch = {
        source: repository,
        inputs,
        base: baseOf(command, inputs, local, notice),
        replace: await replacedPaths(command, local, repository, matches),
        // What is not committed concerns a plan of it.
        changedAt: await changesOf(kind === undefined ? command.given('since') : committed.head, local, repository),
        // A terminal is no public log.
        showsTexts: showsOwnTexts || process.stdout.isTTY,
        showsOwnTexts
    };
    return { local, branch };
}
/** The options that read something else than a commit. */
const UNCOMMITTED = ['staged', 'worktree'];
/** @throws {ActionError} of kind `files` for a selected file with a conflict of a merge. */
async function session_commitOf(kind, { clone, head }, { git }, matches) {
    const { commit, unmerged } = await commitUncommitted(kind, { clone, git, head }, matches);
    if (unmerged.length === 0)
        return commit;
    const message = `A merge has left conflicts in ${listed(unmerged)}.`;
    throw new errors_ActionError('files', message, 'Resolve them, and `git add` the files.');
}
async function nameUncommitted({ clone, head }, repository, matches, notice) {
    const { commit, unmerged } = await commitUncommitted('worktree', { clone, git: repository.git, head }, matches);
    const changed = new Set(await repository.differences(head, commit, matches)).union(new Set(unmerged));
    if (changed.size === 0)
        return;
    const message = `Uncommitted changes are left out: ${listed([...changed].sort())}.`;
    notice({ level: 'warning', message });
}
async function openRepository(local, env) {
    const { clone, program, head, remote, repository, serverUrl } = local;
    const job = { repository, serverUrl, sha: head, temp: (0,external_node_os_.tmpdir)() };
    return repository_Repository.open(clone.git.gitDir, { program, job, token: undefined, env, user: { git: clone.git, remote } });
}
/**
 * Everything concerns a command, or what differs from a commit.
 *
 * @throws {ActionError} of kind `input` if `--since` names nothing.
 */
async function changesOf(since, { clone }, repository) {
    if (since === undefined)
        return () => Promise.resolve(undefined);
    const commit = (await clone.commit(since)) ?? since;
    if (!COMMIT.test(commit)) {
        throw usageError(`\`--since\` names no commit that is here: ${commit}.`, 'Fetch it, or give its full id.');
    }
    return (tip, matches) => repository.differences(commit, tip, matches);
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
/** @throws {ActionError} of kind `input` if the command needs the name of the repository, and does not know it. */
function baseOf({ name }, { nameTemplate }, { repository, serverUrl, forge, branch }, notice) {
    const base = { repository, serverUrl, forge, ref: branch };
    if (repository !== '')
        return base;
    const problem = 'the remote does not say what the address of the repository is';
    const hint = 'Add `--repository OWNER/NAME`, and `--server-url URL` if it is not on github.com.';
    if (name === 'sync' || nameTemplate.includes('{repository}')) {
        throw usageError(`Entries cannot say where they come from: ${problem}.`, hint);
    }
    const message = `Relative links stay as they are, and entries of this repository look like those of another one: ${problem}. ${hint}`;
    notice({ level: 'warning', message });
    return { ...base, forge: 'other' };
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
    plan: commands_plan,
    sync,
    pull,
    list,
    check,
    alerts
};
async function alerts(context) {
    const { command, journal } = context;
    const { local, branch } = await commands_open(context);
    const { source, inputs } = branch;
    const rules = command.given('rules')?.split('\n');
    if (rules === undefined && inputs.alerts.length === 0) {
        throw usageError('Nothing says which files have alerts.', 'Add `--rules PATH`, or `--alerts PATTERN`.');
    }
    const comparison = compare(branch, journal);
    const { table, problems } = await alertsOfCommit(comparison, local.head, (await comparison.branchAt(local.head)).runbooks, rules === undefined ? rulesAt(source, local.head, inputs.alerts) : findRules(rules, local.clone.root), rules === undefined ? '`alerts`' : '`--rules`');
    for (const problem of problems)
        journal.notice(problem);
    journal.foundAlerts({ table, broughtIn: undefined });
    return {
        json: { alerts: alertsIn({ table, broughtIn: undefined }) },
        lastLine: '',
        code: table.totals.dead > 0 || problems.some(({ level }) => level === 'warning') ? 1 : 0
    };
}
async function check(context) {
    const { client } = connect(context, inputsOf(context.command));
    await checkService(client, context.journal);
    return {};
}
async function commands_plan(context) {
    const { journal, lifetime } = context;
    const { local, branch } = await commands_open(context);
    const access = openAccess(branch.inputs, journal, lifetime);
    await run(branch, { kind: 'plan', access, head: local.head }, journal);
    return {};
}
async function list(context) {
    const { local, branch } = await commands_open(context);
    const { client } = connect(context, branch.inputs);
    const rows = listRowsOf(await lookAt(compare(branch, context.journal), client, local.head));
    return {
        lines: entriesTable(rows, (text) => context.sink.line(text)),
        json: { entries: rows },
        lastLine: countEntries(rows)
    };
}
async function sync(context) {
    const { command, journal, env } = context;
    const { local, branch } = await commands_open(context);
    const access = connect(context, branch.inputs);
    const { head } = local;
    const findHead = async () => {
        const tip = command.has('allow-stale') ? head : await commitToSend(local, branch.source, env);
        const message = `HEAD is ${event_shortId(head)}; the branch ${local.branch} has a newer commit, ${event_shortId(tip)}, which is delivered instead.`;
        if (tip !== head)
            journal.notice({ level: 'notice', message });
        return tip;
    };
    const savedIn = (0,external_node_path_.resolve)(command.given('saved') ?? (0,external_node_os_.tmpdir)());
    await makeFolder(savedIn);
    const replacer = `\`runbook-sync sync\` of commit ${event_shortId(head)}`;
    await run(branch, { kind: 'sync', access, findHead, goesOn: command.has('yes'), savedIn, replacer }, journal);
    return {};
}
async function pull(context) {
    const { local, branch } = await commands_open(context);
    const access = connect(context, branch.inputs);
    await run(branch, { kind: 'pull', access, head: local.head }, context.journal);
    return {};
}
async function commands_open({ command, env, journal, lifetime }) {
    const session = await openSession({ command, env, resources: lifetime.resources, notice: journal.notice });
    const { showsTexts } = session.branch;
    journal.begins({ mode: command.name, address: session.local, showsTexts, tokenExpiresOn: undefined });
    return session;
}
/** @throws {ActionError} of kind `input` if the token or the address is missing. */
function connect({ journal, lifetime }, inputs) {
    const access = openAccess(inputs, journal, lifetime);
    if (access === undefined)
        throw accessError(inputs);
    return access;
}

// EXTERNAL MODULE: ./node_modules/@actions/core/lib/core.js + 13 modules
var lib_core = __webpack_require__(1889);
;// CONCATENATED MODULE: ./src/report/summary.ts




/** Bytes. GitHub drops a summary of more than 1 MiB; the rest is for other steps. */
const summary_MAX_BYTES = (/* unused pure expression or super */ null && (1024 * 1024 - 64 * 1024));
/** Rows of a part, files that one row names, and rows that are shown without unfolding. */
const summary_MAX_ROWS = 2000;
const summary_MAX_FILES = 10;
const UNFOLDED = 25;
/** Notices about the run, and differences. */
const MAX_GENERAL = 10;
const MAX_TEXTS = 20;
/** The job summary: Markdown in which no text of others is markup. What needs a person comes first. */
function summary_summaryOf(report, sink) {
    return new Summary(report, sink).text();
}
class Summary {
    #report;
    #sink;
    #lines = [];
    constructor(report, sink) {
        this.#report = report;
        this.#sink = sink;
    }
    text() {
        this.#head();
        this.#person();
        this.#fileNotices();
        this.#alerts();
        this.#list('Delivered', ['upserted', 'retired']);
        this.#list('To be sent', ['planned']);
        this.#list('Entries without a runbook', ['orphaned']);
        this.#list('Left out', ['skipped']);
        this.#texts();
        return fit(this.#lines);
    }
    /** What happened, the counts once, and what concerns the whole run. */
    #head() {
        const { markup, prose } = this.#sink;
        const { heading, failure, runbooks, counts, list, notices, mode } = this.#report;
        const green = mode === 'plan' ? '📋' : '✅';
        const icon = new Markup(failure === null ? green : '❌');
        this.#add(markup `## ${icon} Runbook Sync: ${prose(heading)}`);
        // Rows say why they are missing.
        if (failure !== null && (!runbooks.some(isRed) || failure.kind !== 'incomplete')) {
            this.#box('CAUTION', [prose(failure.message), prose(failure.hint)]);
        }
        this.#add(joinMarkup([this.#withCommit(counts), prose(list)], ' '));
        const general = notices.filter(({ path }) => path === null);
        for (const level of ['warning', 'notice']) {
            const wanted = general.filter((notice) => notice.level === level);
            const shown = wanted.slice(0, MAX_GENERAL).map(({ message }) => prose(message));
            const more = wanted.length - shown.length;
            this.#box(level === 'warning' ? 'WARNING' : 'NOTE', more > 0 ? [...shown, this.#more(more)] : shown);
        }
    }
    /** The counts, in which the commit is a link. */
    #withCommit(counts) {
        const { repository, head } = this.#report;
        const { prose } = this.#sink;
        const id = shortId(head);
        const at = counts.lastIndexOf(id);
        if (repository === '' || head === '' || at === -1)
            return prose(counts);
        const parts = [
            prose(counts.slice(0, at)),
            this.#link(this.#sink.markup `${id}`, `commit/${head}`),
            prose(counts.slice(at + id.length))
        ];
        return joinMarkup(parts, '');
    }
    #person() {
        const { markup, prose } = this.#sink;
        const rows = this.#report.runbooks.filter(needsPerson);
        if (rows.length === 0)
            return;
        const groups = groupsOf(rows);
        this.#add(markup `### Needs a person`);
        const lines = groups.slice(0, summary_MAX_ROWS).map((group) => {
            const [first] = group.rows;
            const icon = new Markup(first !== undefined && isRed(first) ? '❌' : '⚠️');
            const what = joinMarkup([prose(group.reason), prose(group.hint ?? '')], '<br>→ ');
            return markup `| ${icon} ${this.#files(group)} | ${what} |`;
        });
        const more = groups.length - lines.length;
        this.#add(joinMarkup([new Markup('| runbook | why, and what to do |\n| --- | --- |'), ...lines], '\n'));
        if (more > 0)
            this.#add(this.#more(more));
    }
    #files({ rows, outcome }) {
        // What ended the run is the reason, and thousands of paths would only hide it.
        if (outcome === 'pending' && rows.length > 1)
            return this.#sink.markup `${count(rows.length, 'file')}`;
        const shown = rows.slice(0, summary_MAX_FILES).map((row) => this.#subject(row));
        const more = rows.length - shown.length;
        return joinMarkup([...shown, more > 0 ? this.#sink.markup `and ${more} more` : EMPTY], '<br>');
    }
    /** A file with the name of its entry. A file that is gone is not at this commit. */
    #subject({ about, path, line, name }) {
        const { markup } = this.#sink;
        const file = about === 'entry' ? markup `${path}` : this.#file(path, line);
        return name === null ? file : markup `${file} “${name}”`;
    }
    /** What is about single files: broken links, skipped files, edits that were pulled, texts that were replaced. */
    #fileNotices() {
        const { notices, pulled, saved } = this.#report;
        const all = [...notices.filter(({ path }) => path !== null), ...pulled, ...saved];
        this.#part('Worth a look', all.map((one) => this.#item(this.#file(one.path ?? '', 'line' in one ? one.line : null), one.message)));
    }
    #alerts() {
        const { markup, prose } = this.#sink;
        const { alerts, alertCounts } = this.#report;
        if (alertCounts.length === 0)
            return;
        const missing = alerts.filter(({ state }) => state === 'dead' || state === 'without');
        const items = missing
            .sort((one, other) => Number(one.state === 'without') - Number(other.state === 'without'))
            .map(({ alert, file, line, state, reason }) => {
            return markup `- ${new Markup(state)}: ${alert}, ${this.#file(file, line)}${reason === null ? '' : prose(`. ${reason}`)}`;
        });
        this.#part('Alerts', items, joinMarkup(alertCounts.map(prose), ' '));
    }
    #list(title, outcomes) {
        const rows = this.#report.runbooks.filter(({ outcome }) => outcomes.includes(outcome));
        // What was delivered needs no reason.
        const isDone = outcomes.includes('upserted');
        this.#part(title, rows.map((row) => this.#item(this.#subject(row), isDone ? '' : joined([row.reason, row.hint ?? '']))));
    }
    /** What differs, and what was replaced. */
    #texts() {
        const { markup, codeBlock } = this.#sink;
        const { runbooks, saved } = this.#report;
        const differing = runbooks.filter(({ difference }) => difference !== null).slice(0, MAX_TEXTS);
        for (const { path, difference } of differing) {
            const lines = ['--- in the assistant', '+++ in Git', ...(difference ?? [])];
            this.#folded(markup `Another text in the assistant: ${path}`, codeBlock('diff', lines));
        }
        for (const { path, text } of saved) {
            if (text !== null)
                this.#folded(markup `Replaced: ${path}`, codeBlock('text', text.split('\n')));
        }
    }
    /** A part with a heading, folded if it is long; nothing without items. */
    #part(title, items, opening = EMPTY) {
        const { markup } = this.#sink;
        if (items.length === 0 && opening === EMPTY)
            return;
        const shown = items.slice(0, summary_MAX_ROWS);
        const more = items.length - shown.length;
        const isLong = items.length > UNFOLDED;
        this.#add(markup `### ${title}`);
        this.#add(opening);
        if (isLong)
            this.#add(markup `<details>\n<summary>${items.length}</summary>`);
        // Line by line, so that a long part can be cut.
        this.#lines.push(...shown, EMPTY);
        if (more > 0)
            this.#add(this.#more(more));
        if (isLong)
            this.#add(new Markup('</details>'));
    }
    #folded(title, block) {
        this.#add(this.#sink.markup `<details>\n<summary>${title}</summary>\n\n${block}\n\n</details>`);
    }
    #item(subject, text) {
        return text === '' ? this.#sink.markup `- ${subject}` : this.#sink.markup `- ${subject}: ${this.#sink.prose(text)}`;
    }
    #more(number) {
        return new Markup(`And ${format(number)} more: see the JSON report.`);
    }
    /** A box of GitHub; nothing without paragraphs. */
    #box(kind, paragraphs) {
        if (paragraphs.length > 0)
            this.#add(joinMarkup([new Markup(`> [!${kind}]\n> `), joinMarkup(paragraphs, '\n>\n> ')]));
    }
    /** A paragraph. */
    #add(paragraph) {
        if (paragraph.text !== '')
            this.#lines.push(paragraph, EMPTY);
    }
    /** A file as a link to its line at the commit; its path alone if the commit, or the repository, is not known. */
    #file(path, line) {
        const { head } = this.#report;
        const text = this.#sink.markup `${path}${line === null ? '' : `:${line}`}`;
        // GitHub shows lines of Markdown only in the plain view.
        return this.#link(text, `blob/${head}/${this.#encoded(path)}${line === null ? '' : `?plain=1#L${line}`}`);
    }
    #link(text, target) {
        const { repository, serverUrl, head } = this.#report;
        if (repository === '' || head === '')
            return text;
        return new Markup(`[${text.text}](${encodeURI(serverUrl)}/${this.#encoded(repository)}/${target})`);
    }
    /** A path as a part of an address. A parenthesis could end the link. */
    #encoded(path) {
        const encoded = encodeURIComponent(this.#sink.redact(path).toWellFormed());
        return encoded.replaceAll('%2F', '/').replaceAll('(', '%28').replaceAll(')', '%29');
    }
}
const EMPTY = new sink_Markup('');
function joinMarkup(parts, separator = '') {
    const texts = parts.map(({ text }) => text).filter((text) => text !== '');
    return new Markup(texts.join(separator));
}
/** As many lines as a summary holds. */
function fit(lines) {
    let left = summary_MAX_BYTES;
    const end = lines.findIndex(({ text }) => (left -= Buffer.byteLength(text) + 1) < 0);
    const text = (to) => lines
        .slice(0, to)
        .map((line) => line.text)
        .join('\n');
    if (end === -1)
        return `${text().trimEnd()}\n`;
    const kept = text(end);
    const isFolded = kept.lastIndexOf('<details>') > kept.lastIndexOf('</details>');
    const cut = 'The rest is left out, because a summary holds 1 MiB. The JSON report has more.';
    return `${kept}\n${isFolded ? '\n</details>\n' : ''}\n${cut}\n`;
}

;// CONCATENATED MODULE: ./src/report/publish.ts









/** Milliseconds between two lines about the progress. */
const PROGRESS_INTERVAL = 5000;
/** Lines of the log about runbooks and entries; the summary and the JSON report have more. */
const publish_MAX_LINES = 200;
/** GitHub shows ten annotations of a level and step. The tenth sums up: of the errors, it is the failure. */
const MAX_ANNOTATIONS = 9;
/** How far the present round is: what it has to send, and what the service has answered. */
class SendProgress {
    #total = 0;
    #answered = 0;
    #failed = 0;
    add(event) {
        if (event.kind === 'sending') {
            this.#total = event.total;
            this.#answered = 0;
            this.#failed = 0;
        }
        if (event.kind !== 'answered')
            return;
        this.#answered++;
        if (event.sent.state.is === 'failed')
            this.#failed++;
    }
    /** From 0 to 1. */
    get share() {
        return this.#answered / Math.max(1, this.#total);
    }
    /** `5 of 11 runbooks sent, 1 failed`; empty if nothing is to be sent. */
    describe() {
        if (this.#total === 0)
            return '';
        return wording_joined([
            `${wording_format(this.#answered)} of ${wording_count(this.#total, 'runbook')} sent`,
            this.#failed > 0 && `${wording_format(this.#failed)} failed`
        ], ', ');
    }
}
/** Tells in the log of a job what must be told before the end of the run: for `new Journal(logListener(sink))`. */
function logListener(sink) {
    const progress = new SendProgress();
    let last = performance.now();
    let folder = '';
    return (event) => {
        progress.add(event);
        if (event.kind === 'notice' && event.notice.level === 'progress')
            core.info(sink.line(event.notice.message));
        if (event.kind === 'saved' && event.text.folder !== folder) {
            folder = event.text.folder;
            // Also as an output at once: a step with `always()` needs it after the run was killed.
            core.setOutput('overwritten', sink.redact(folder));
            core.info(sink.line(`Texts of the assistant that the run replaces are saved in ${folder}`));
        }
        if (event.kind !== 'answered' || performance.now() - last < PROGRESS_INTERVAL)
            return;
        last = performance.now();
        core.info(sink.line(`${progress.describe()} so far`));
    };
}
/** Writes a line about each request, for a job with debug logging. */
function debugLog(sink) {
    return (line) => {
        // The runner would drop it.
        if (core.isDebug())
            core.debug(sink.line(line));
    };
}
/** Writes log, annotations, outputs, files and summary. Returns the message to fail the job with; undefined for a green run. */
async function publish(report, sink, env) {
    const summary = summaryOf(report, sink);
    log(report, sink);
    for (const annotation of annotationsOf(report))
        annotate(annotation, sink);
    await attempt('outputs', sink, () => {
        setOutputs(report, sink);
    });
    await attempt('report', sink, async () => writeFiles(jsonOf(report, sink), summary, env));
    await attempt('job summary', sink, async () => core.summary.addRaw(summary).write());
    return report.failure === null ? undefined : sink.line(joined([report.failure.message, report.failure.hint]));
}
/** What happened and what to do, then the lines that explain it, then the counts. */
function log(report, sink) {
    const info = (text) => {
        if (text !== '')
            core.info(sink.line(text));
    };
    const lines = reportLines(report);
    // If there is nothing to explain, the error at the end of the log says it alone.
    if (lines.length > 0 || report.success)
        info(`Runbook Sync: ${joined([report.firstLine, report.nextStep])}`);
    for (const { label, text } of lines.slice(0, publish_MAX_LINES))
        info(`  ${label.padEnd(9)} ${text}`);
    const more = lines.length - publish_MAX_LINES;
    if (more > 0)
        info(`  and ${count(more, 'more line')}: see the summary or the JSON report`);
    for (const text of [report.counts, report.list, ...report.alertCounts])
        info(text);
}
/** One annotation for each file that needs a person, and for each notice about the whole run. */
function annotationsOf(report) {
    const { runbooks, notices, pulled, saved, alerts } = report;
    const errors = runbooks.filter((row) => isRed(row) && row.outcome !== 'pending').sort((a, b) => rankOf(a) - rankOf(b));
    const warned = runbooks.filter((row) => {
        return (needsPerson(row) && !isRed(row)) || (row.outcome === 'planned' && row.texts > 0);
    });
    const others = [
        ...notices,
        ...warned.map((row) => ({ ...of(row), level: 'warning' })),
        ...pulled.map(({ kind, path, message }) => {
            return { level: kind === 'changed' ? 'notice' : 'warning', path: path || null, line: null, message };
        }),
        ...saved.map(({ path, message }) => ({ level: 'warning', path, line: null, message })),
        ...alerts.flatMap(({ file, line, message }) => {
            return message === null ? [] : [{ level: 'warning', path: file, line, message }];
        })
    ];
    return [
        ...errors
            .slice(0, MAX_ANNOTATIONS)
            .map((row) => ({ ...of(row), level: 'error', title: `Runbook ${row.outcome}` })),
        ...atMostTen(others, 'warning'),
        ...atMostTen(others, 'notice')
    ];
}
function of({ path, line, reason, hint }) {
    return { path, line, message: joined([reason, hint ?? '']) };
}
/** First what its author can correct on a line of the file, then what no later run delivers either. */
function rankOf({ line, outcome }) {
    if (line !== null)
        return 0;
    return outcome === 'refused' ? 1 : 2;
}
/** Annotations of one level: what concerns the whole run first, and one for each file. */
function atMostTen(all, level) {
    const wanted = all.filter((one) => one.level === level);
    const groups = [...Map.groupBy(wanted, (one) => one.path ?? one).values()].flatMap(summedUp);
    groups.sort((one, other) => Number(one.path !== null) - Number(other.path !== null));
    const more = groups.length - MAX_ANNOTATIONS;
    if (more <= 0)
        return groups;
    const message = `${count(more, `more ${level}`)}: see the job summary.`;
    return [...groups.slice(0, MAX_ANNOTATIONS), { level, path: null, line: null, message }];
}
/** The first one of a file, which says how many more there are. */
function summedUp([first, ...more]) {
    if (first === undefined || more.length === 0)
        return first === undefined ? [] : [first];
    const others = `This file has ${count(more.length, 'more warning or notice', 'more warnings or notices')}: see the job summary.`;
    return [{ ...first, message: joined([first.message, others]) }];
}
/** The log shows the message without its file, so the message names the file. */
function annotate({ level, message, title, path, line }, sink) {
    const place = locationOf({ path: path ?? '', ...(line !== null && { line }), message });
    core[level](sink.line(joined([place, message], ': ')), {
        ...(title !== undefined && { title: sink.line(title) }),
        ...(path !== null && { file: sink.line(path) }),
        ...(line !== null && { startLine: line })
    });
}
/** They count the branch, not the push. What is not known is empty. */
function setOutputs({ upserted, failed, edits, orphaned, failure, overwritten }, sink) {
    for (const [name, value] of Object.entries({ upserted, failed, edits, orphaned }))
        core.setOutput(name, value ?? '');
    core.setOutput('token-rejected', failure?.kind === 'token-rejected');
    core.setOutput('overwritten', sink.redact(overwritten ?? ''));
}
/** In a folder of its own, because two steps of a job may use this Action. */
async function writeFiles(report, summary, env) {
    const temp = env['RUNNER_TEMP'] ?? '';
    const folder = await mkdtemp(join(temp === '' ? tmpdir() : temp, 'runbook-sync-'));
    await writeFile(join(folder, 'report.json'), report);
    await writeFile(join(folder, 'summary.md'), summary);
    core.setOutput('report', join(folder, 'report.json'));
    core.setOutput('summary', join(folder, 'summary.md'));
}
/** What cannot be written must not hide the rest. */
async function attempt(what, sink, write) {
    try {
        await write();
    }
    catch (error) {
        core.warning(sink.line(`The ${what} could not be written: ${messageOf(error)}.`));
    }
}

;// CONCATENATED MODULE: ./src/cli/progress.ts


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
    #sink;
    #isTerminal = process.stderr.isTTY;
    #timer;
    #sends = new SendProgress();
    #phase = () => '';
    #shown = '';
    #folder = '';
    constructor(sink) {
        this.#sink = sink;
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
            case 'sending':
            case 'answered':
                this.#phase = () => this.#bar();
                break;
            case 'saved':
                this.#tellFolder(event.text.folder);
        }
    };
    /** A line that stays. */
    write(message) {
        this.#show('');
        process.stderr.write(`${this.#sink.line(message)}\n`);
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
        const text = this.#sink.line(message);
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

;// CONCATENATED MODULE: ./src/cli/main.ts
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











/** Milliseconds in which cancelled work removes its temporary files. */
const GRACE = 1000;
/** Runs one command. Every error ends here. Returns the exit code. */
async function runCommand(args, env) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const sink = new Sink([env['RUNBOOK_SYNC_TOKEN']]);
        const progress = __addDisposableResource(env_1, new Progress(sink), false);
        const journal = new Journal(progress.tell);
        const cancellation = __addDisposableResource(env_1, new Cancellation('The command was cancelled.', () => {
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
            prepareProxies(process.env);
            work = WORK[command.name]({
                command,
                // Git must not see it.
                env: { ...env, RUNBOOK_SYNC_TOKEN: undefined },
                journal,
                sink,
                lifetime: { resources, signal, trace }
            });
            ending = await cancellation.limit(work);
        }
        catch (error) {
            ended = asActionError(error);
        }
        await resources.disposeAsync();
        await Promise.race([work.catch(() => undefined), (0,promises_.setTimeout)(GRACE, undefined, { ref: false })]);
        progress[Symbol.dispose]();
        if (args.includes('--verbose') && ended?.cause !== undefined) {
            for (const line of sink.trace(ended.cause))
                process.stderr.write(`${line}\n`);
        }
        const report = reportOf(journal.result(ended), new Date());
        print(report, ending, sink, args);
        return exitCodeOf(report, ending, args);
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        __disposeResources(env_1);
    }
}
/** Also if the options could not be read: a program waits for the report. */
function print(report, { lines = [], json, lastLine }, sink, args) {
    const isJson = args.includes('--json');
    const stream = isJson ? process.stderr : process.stdout;
    for (const line of lines)
        stream.write(`${sink.line(line)}\n`);
    writeReport(report, sink, { stream, lastLine });
    if (isJson)
        process.stdout.write(json === undefined ? terminal_jsonOf(report, sink) : sink.json(json));
}
function exitCodeOf({ failure, runbooks, totals }, { code = 0 }, args) {
    const isMisuse = failure?.kind === 'input' && runbooks.length === 0;
    if (failure !== null)
        return isMisuse ? 2 : 1;
    return args.includes('--exit-code') && totals.planned > 0 ? 3 : code;
}


/***/ })

};
