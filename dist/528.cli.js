export const id = 528;
export const ids = [528];
export const modules = {

/***/ 4528:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runCommand: () => (/* binding */ runCommand)
});

// EXTERNAL MODULE: external "node:events"
var external_node_events_ = __webpack_require__(8474);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: external "node:readline/promises"
var external_node_readline_promises_ = __webpack_require__(6848);
// EXTERNAL MODULE: external "node:timers/promises"
var external_node_timers_promises_ = __webpack_require__(8500);
// EXTERNAL MODULE: ./src/wording.ts
var wording = __webpack_require__(3395);
;// CONCATENATED MODULE: ./src/errors.ts

/** An error that a person can act on: `message` says what happened and to what, `hint` what to do now. */
class errors_ActionError extends Error {
    name = 'ActionError';
    kind;
    hint;
    /** What happened in a few words; undefined where its kind says as much. */
    headline;
    constructor(kind, message, hint, options = {}) {
        super(message, options);
        this.kind = kind;
        this.hint = hint;
        this.headline = options.headline;
    }
}
/** @param problem completes the sentence "Input `x` …", or "`--x` …" on the command line. */
function errors_inputError(input, problem, hint) {
    const name = wording/* words */.aL.input(input);
    const headline = `the input ${name} cannot be used`;
    return new errors_ActionError('input', `${wording/* words */.aL.title}${name} ${problem}`, hint, { headline });
}
/** The message of anything thrown, for use inside another message. */
function errors_messageOf(error) {
    return error instanceof Error ? error.message : String(error);
}
/** Where a message belongs: `docs/a.md:3`; empty where it concerns no file, or names the file itself. */
function locationOf({ path = '', line, message = '' }) {
    if (path === '' || message.includes(path))
        return '';
    return line === undefined ? path : `${path}:${line}`;
}

;// CONCATENATED MODULE: ./src/cancellation.ts

/** Milliseconds from a cancellation to the report: GitHub's runner kills a job after ten seconds. */
const TIMEOUT = 4000;
/** Ends work where the process gets SIGINT or SIGTERM. The runner sends both, 7.5 s apart. */
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

// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
;// CONCATENATED MODULE: ./src/secret.ts

const HIDDEN = '***';
/** Shorter fragments of an encoded token appear in ordinary text by chance. */
const SHORTEST_FRAGMENT = 8;
const LONGEST_PART = 500;
/** A token in one private field. Every conversion to text yields `***`; only `reveal()` gives the value. */
class Secret {
    #value;
    #forms;
    /** They match the forms even if URL, JSON or HTML escapes some characters; made when they are needed. */
    #patterns;
    constructor(value) {
        this.#value = value;
        this.#forms = formsOf(value);
    }
    reveal() {
        return this.#value;
    }
    /** The value and its encodings as a whole, longest first. */
    forms() {
        return this.#forms;
    }
    /** `text` with every form of the secret replaced by `***`. */
    redact(text) {
        // The value first: a part of a longer form may match a part of a long value, which then matches no pattern of its own.
        this.#patterns ??= [...new Set([this.#value, ...this.#forms])].flatMap(patternsOf);
        return this.#patterns.reduce((redacted, pattern) => redacted.replace(pattern, HIDDEN), text);
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
    const base64 = [0, 1, 2].map((offset) => base64Fragment(bytes, offset));
    const encoded = [
        encodeURIComponent(value.toWellFormed()),
        hex,
        hex.toUpperCase(),
        ...base64,
        ...base64.map((fragment) => fragment.replaceAll('+', '-').replaceAll('/', '_'))
    ].filter((form) => form.length >= SHORTEST_FRAGMENT);
    return [...new Set([value, ...encoded])].sort((a, b) => b.length - a.length);
}
const ENTITIES = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };
/** V8 takes no pattern for thousands of characters, as a JWT has: one for each part of a long form. */
function patternsOf(form) {
    const chars = Array.from(form);
    const parts = Math.ceil(chars.length / LONGEST_PART);
    const size = Math.ceil(chars.length / parts);
    return Array.from({ length: parts }, (_, at) => {
        const source = chars.slice(at * size, (at + 1) * size).map(escapesOf);
        return new RegExp(source.join(''), 'gu');
    }).filter(({ source }) => source !== '(?:)');
}
/** Source of a pattern for a character as it is, and as encoders write it: each escapes others. */
function escapesOf(char) {
    const code = char.codePointAt(0) ?? 0;
    const hex = code.toString(16).padStart(2, '0');
    const digits = hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
    const entity = ENTITIES[char] === undefined ? '' : `|&${ENTITIES[char]};`;
    return `(?:\\\\?\\u{${hex}}|%${digits}|\\\\u00${digits}|&#0*${code};|&#[xX]0*${digits};${entity})`;
}
/**
 * The base64 digits that depend on `bytes` alone where they stand `offset` bytes (modulo 3) into a longer text, such as
 * `Bearer <token>`. Padding and the digits shared with the neighbouring bytes are left out.
 */
function base64Fragment(bytes, offset) {
    const digits = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return digits.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}

;// CONCATENATED MODULE: ./src/inputs.ts



/** Every input, once. The types, the defaults, the settings of a record and the options of the command line come from here. */
const INPUTS = {
    /** Absent is right for a plan; `requireService` demands it. */
    token: { input: 'token', read: readToken, option: false },
    githubToken: { input: 'github-token', read: readGitHubToken, option: false },
    /** Without a trailing slash. */
    baseUrl: { input: 'base-url', read: readBaseUrl },
    /** Patterns as written. */
    files: {
        input: 'files',
        default: 'docs/runbooks/**/*.md',
        read: readPatterns,
        setting: (files) => files.join('\n')
    },
    /** Folder of the checkout below the workspace; empty for the workspace itself. */
    root: { input: 'root', read: readRoot, setting: String, option: false },
    mode: { input: 'mode', default: 'auto', read: oneOf('auto', 'sync', 'plan', 'pull', 'check'), option: false },
    /** In lower case; undefined where nothing is recorded. */
    environment: { input: 'environment', default: 'knowledge-base', read: readEnvironment, option: false },
    nameTemplate: { input: 'entry-name', default: '{title}', read: readNameTemplate, setting: String },
    frontMatter: { input: 'front-matter', default: 'strip', read: readFrontMatterKeys, setting: String },
    links: { input: 'links', default: 'absolute', read: oneOf('absolute', 'keep'), setting: String },
    removed: { input: 'removed', default: 'report', read: oneOf('report', 'retire'), option: false },
    onConflict: { input: 'on-conflict', default: 'keep', read: oneOf('keep', 'replace') },
    /** Milliseconds in which the list shows what was sent; 0 where it is not looked for. */
    confirmWithin: {
        input: 'confirm-within',
        default: '120',
        read: (value, name) => inputs_integer(0, 3600)(value, name) * 1000
    },
    concurrency: { input: 'concurrency', default: '8', read: inputs_integer(1, 64) },
    /** Milliseconds for one attempt. */
    timeout: { input: 'timeout', default: '30', read: readTimeout },
    /** Further attempts for one entry. */
    retries: { input: 'retries', default: '4', read: inputs_integer(0, 20) },
    /** The largest runbook, in bytes. */
    maxBytes: { input: 'max-bytes', default: '1048576', read: inputs_integer(1, 64 * 1024 * 1024), setting: String },
    /** The day on which the token stops working, at midnight UTC. */
    tokenExpiresOn: { input: 'token-expires-on', read: readDate, option: false }
};
const DECLARATIONS = Object.entries(INPUTS);
/** The names of the inputs that are options of the command line. */
const INPUT_OPTIONS = DECLARATIONS.flatMap(([, { input, option = true }]) => option ? [input] : []);
/**
 * Reads all inputs. Throws `ActionError` of kind `input`.
 *
 * @param given the value of an input, by its name; empty where there is none.
 * @param mask gets each form of both tokens before anything else can print.
 */
function readInputs(given, mask) {
    for (const value of [given('token'), given('github-token')]) {
        const forms = [value, ...new Secret(value.trim()).forms()];
        for (const form of forms)
            if (form.trim() !== '')
                mask(form);
    }
    const inputs = Object.fromEntries(DECLARATIONS.map(([key, { input, default: value = '', read }]) => [key, read(given(input).trim() || value, input)]));
    if (inputs.environment === undefined && inputs.removed === 'retire') {
        const problem = 'cannot be `retire` together with `environment: none`: only records show which entries are orphaned.';
        throw errors_inputError('removed', problem, 'Leave out `environment`, or `removed: retire`.');
    }
    return inputs;
}
/** The values of the inputs that decide what is sent, as texts by the names of `action.yml`. */
function inputs_settingsIn(inputs) {
    const values = inputs;
    return Object.fromEntries(DECLARATIONS.flatMap(([key, { input, setting }]) => (setting ? [[input, setting(values[key])]] : [])));
}
/** The token and the address, for a run that needs them. Throws `ActionError` of kind `input` if one is missing. */
function requireService({ token, baseUrl }) {
    if (token === undefined) {
        throw inputError('token', 'is empty: no secret has this name, or the job may not read it.', 'Compare the name in the workflow, as in `token: ${{ secrets.RUNBOOK_SYNC_TOKEN }}`, with Settings → Secrets and ' +
            'variables → Actions of the repository, and add the secret if it is missing. ' +
            'Pull requests from forks and Dependabot get no secrets; `mode: plan` works without one.');
    }
    if (baseUrl === undefined) {
        throw inputError('base-url', 'is empty; so is a variable that is not set.', 'Give the address of the assistant’s API, for example `base-url: https://assistant.example.com/api`. ' +
            '`mode: plan` works without one.');
    }
    return { token, baseUrl };
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
    const hint = `Store the value of the token alone in ${wording/* words */.aL.secret}, with nothing around it. If you no longer have it, choose Rotate ` +
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
        throw unusableError('must not contain a user name or password.', `${example} The token goes into ${wording/* words */.aL.input('token')}.`);
    }
    // `URL` cannot tell `https://host/?` from `https://host/`.
    if (value.includes('?') || value.includes('#'))
        throw unusableError('must not have a query (`?`) or a fragment (`#`).');
    const [api] = /\/personal\/v\d+(?=\/|$)/.exec(url.pathname) ?? [];
    if (api !== undefined) {
        throw unusableError(`contains \`${api}\`; Runbook Sync adds the path of the API.`, `Write ${wording/* words */.aL.input('base-url', url.href.slice(0, url.href.indexOf(api)).replace(/\/+$/, ''))}.`);
    }
    return url.href.replace(/\/+$/, '');
}
/** Whether no network can read what is sent to a URL: `https`, or `http` on this machine. */
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
/** GitHub takes names that differ in case for one; 255 characters are its limit. */
function readEnvironment(value) {
    const name = value.toLowerCase();
    if (name.length <= 255 && !/\p{Cc}/u.test(name))
        return name === 'none' ? undefined : name;
    throw invalidError(value, 'environment', 'the name of an environment, at most 255 characters on one line, or `none`');
}
/** Braces have no escape, so that a later version can add variables. */
function readNameTemplate(template) {
    const unusableError = (problem) => errors_inputError('entry-name', problem, 'It takes text with `{title}`, `{path}`, `{dir}`, `{stem}` or `{repository}`.');
    const parts = template.match(/\{[^{}]*\}|[{}]/g) ?? [];
    for (const part of parts) {
        if (part.length === 1)
            throw unusableError(`has an unmatched brace \`${part}\`.`);
        if (!/^\{(?:title|path|dir|stem|repository)\}$/.test(part))
            throw unusableError(`has an unknown variable ${(0,wording/* quoted */.TL)(part)}.`);
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
function inputs_integer(least, most) {
    return (value, name) => {
        const number = Number(value);
        if (/^\d{1,15}$/.test(value) && number >= least && number <= most)
            return number;
        throw invalidError(value, name, `a whole number from ${least} to ${most}`);
    };
}
/** Seconds as milliseconds. */
function readTimeout(value, name) {
    const seconds = Number(value);
    if (/^\d{1,6}(\.\d{1,3})?$/.test(value) && seconds > 0 && seconds <= 600)
        return seconds * 1000;
    throw invalidError(value, name, 'seconds, more than 0 and at most 600');
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
    return errors_inputError(name, `is ${(0,wording/* quoted */.TL)(value)}.`, `It takes ${takes}.`);
}

;// CONCATENATED MODULE: ./src/event.ts





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
    const eventFileError = (why, cause) => new ActionError('event', `The event file ${path} (GITHUB_EVENT_PATH) ${why}.`, 'The runner writes it before the job. Run the job again; if this stays, an earlier step overwrites the file.', { cause });
    const text = await readFile(path, 'utf8').catch((error) => {
        throw eventFileError(`cannot be read: ${messageOf(error)}`, error);
    });
    if (text === '')
        throw eventFileError('is empty');
    // The import resolves this address, too.
    addressOf(env['GITHUB_API_URL'] ?? 'https://api.github.com', 'GITHUB_API_URL');
    try {
        return await __webpack_require__.e(/* import() */ 413).then(__webpack_require__.bind(__webpack_require__, 2413));
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
        sha: required(env, 'GITHUB_SHA', event_COMMIT),
        /** Undefined where the event does not say. A schedule runs on the default branch only, and its event does not name it. */
        defaultBranch: event === 'schedule' ? branch : textOf(field(payload, 'repository', 'default_branch')),
        /** Whether the event says that the repository is private. */
        isPrivate: field(payload, 'repository', 'private') === true,
        /** `https://github.com`, or the GitHub Enterprise Server; no trailing slash. */
        serverUrl: addressOf(context.serverUrl, 'GITHUB_SERVER_URL'),
        /** The path of the workflow's file: `owner/name/.github/workflows/sync.yml`. */
        workflow: (env['GITHUB_WORKFLOW_REF'] ?? '').replace(/@refs\/.*$/s, ''),
        runId: context.runId,
        runNumber: context.runNumber,
        /** From 1; a repeated run keeps its number. */
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
/** What started the job, as far as it decides which commits the run is about and whether it may write. */
function triggerOf(name, payload, ref) {
    switch (name) {
        case 'push': {
            // A push that deleted another branch runs on the default branch, and GitHub lists it as a run of that branch.
            const isOwn = (textOf(field(payload, 'ref')) ?? ref) === ref;
            return {
                kind: 'push',
                before: isOwn ? commitOf(field(payload, 'before')) : undefined,
                forced: field(payload, 'forced') === true,
                deleted: isOwn && field(payload, 'deleted') === true
            };
        }
        case 'pull_request':
        case 'pull_request_review':
        case 'pull_request_review_comment': {
            const head = commitOf(field(payload, 'pull_request', 'head', 'sha'));
            const into = textOf(field(payload, 'pull_request', 'base', 'ref'));
            return head === undefined ? { kind: 'untrusted', name } : { kind: 'pull-request', into };
        }
        case 'merge_group': {
            const base = commitOf(field(payload, 'merge_group', 'base_sha'));
            const head = commitOf(field(payload, 'merge_group', 'head_sha'));
            if (base === undefined || head === undefined)
                return { kind: 'untrusted', name };
            const into = textOf(field(payload, 'merge_group', 'base_ref'));
            return { kind: 'merge-group', base, into: into && event_shortRef(into) };
        }
        case 'pull_request_target':
        case 'workflow_run':
            return { kind: 'untrusted', name };
        default:
            return { kind: 'other', name };
    }
}
function textOf(value) {
    return typeof value === 'string' && value !== '' ? value : undefined;
}
/** A commit's id. GitHub writes zeros where there is none. */
function commitOf(value) {
    return typeof value === 'string' && event_COMMIT.test(value) && !/^0+$/.test(value) ? value : undefined;
}

// EXTERNAL MODULE: ./node_modules/undici/index.js
var undici = __webpack_require__(6752);
;// CONCATENATED MODULE: ./src/github/github.ts






/** Milliseconds. Three attempts without an answer and the waits between them take half a minute. */
const ATTEMPT_TIMEOUT = 8_000;
/** Milliseconds for one question with all its attempts and waits. */
const TOTAL_TIMEOUT = 150_000;
/** Seconds that a run waits for a rate limit to end. */
const LONGEST_WAIT = 60;
const ONE_DAY = (/* unused pure expression or super */ null && (24 * 60 * 60));
/** Bytes of an answer. A hundred records take less than 100 KiB. */
const MAX_ANSWER = (/* unused pure expression or super */ null && (16 * 1024 * 1024));
/** A tag may point to a tag. */
const MAX_TAGS = 5;
/** The lines that a workflow needs, for messages. */
const PERMISSIONS = '`permissions: { contents: read, deployments: write }`';
/** GitHub did not answer as needed; `message` names the question and the cause. */
class github_GitHubError extends errors_ActionError {
    /** Whether what was asked for does not exist, or the job may not see it. */
    isMissing;
    constructor(message, hint, options = {}) {
        super('github', message, hint, options);
        this.isMissing = options.isMissing === true;
    }
}
/** An answer that GitHub's documentation does not describe, such as an HTML page with status 200. */
class UnknownForm extends (/* unused pure expression or super */ null && (Error)) {
}
/**
 * Asks GitHub about one repository. A question is repeated after failures and rate limits. All throw `GitHubError`. In each,
 * `what` completes "GitHub does not …", and `parse` makes the answer a typed value, or throws `UnknownForm`.
 */
class GitHub {
    #octokit;
    #token;
    #repository;
    /** @param token undefined where the input is empty; every question then fails. */
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
        const targets = [await this.request(what, parse, `GET /git/ref/${path}`)];
        for (const { isTag, sha } of targets) {
            if (isTag && targets.length < MAX_TAGS)
                targets.push(await this.request(what, parse, `GET /git/tags/${sha}`));
        }
        return targets.map(({ sha }) => sha);
    }
    /**
     * How `head` relates to `base`, in GitHub's words: `ahead` means that `head` is a descendant. Undefined where GitHub does
     * not know one of the commits, or they have no common ancestor.
     */
    async compare(base, head) {
        const parse = (data) => github_text(field(data, 'status'), /^(?:identical|ahead|behind|diverged)$/);
        // The first page lists changed files with their differences, which may be large.
        const route = `GET /compare/${base}...${head}?per_page=1&page=2`;
        try {
            return await this.request('show how two commits are related', parse, route);
        }
        catch (error) {
            if (error instanceof github_GitHubError && error.isMissing)
                return undefined;
            throw error;
        }
    }
    /** @param route a method and a path below `/repos/OWNER/NAME`. */
    async request(what, parse, route, parameters = {}) {
        const path = route.replace(' ', ` /repos/${this.#repository}`);
        return this.#ask(what, parse, async (octokit, request) => {
            const { data } = (await octokit.request(path, { ...parameters, request }));
            return data;
        });
    }
    /** @param query gets the variables `owner` and `name`, and those of `variables`. */
    async graphql(what, parse, query, variables) {
        const [owner = '', name = ''] = this.#repository.split('/');
        return this.#ask(what, parse, (octokit, request) => octokit.graphql(query, { ...variables, owner, name, request }));
    }
    async #ask(what, parse, send) {
        const octokit = this.#octokit;
        const headline = `GitHub does not ${what}`;
        if (octokit === undefined) {
            throw new github_GitHubError(`${headline}: the input \`github-token\` is empty.`, LEAVE_OUT, { headline });
        }
        const signal = AbortSignal.timeout(TOTAL_TIMEOUT);
        const { fetch: given } = octokit.request.endpoint.DEFAULTS.request;
        const request = { signal, fetch: limited(given), log: SILENT };
        try {
            return await pRetry(async () => parse(await send(octokit, request)), {
                ...{ retries: 2, factor: 4, signal },
                shouldRetry: ({ error }) => (causeOf(error).wait ?? Infinity) <= LONGEST_WAIT,
                onFailedAttempt: async ({ error, retriesLeft }) => {
                    const { wait = 0 } = causeOf(error);
                    if (retriesLeft > 0 && wait <= LONGEST_WAIT)
                        await sleep(wait * 1000, undefined, { signal });
                }
            });
        }
        catch (error) {
            const { why, hint, isMissing = false } = causeOf(error);
            const shown = (this.#token?.redact(why) ?? why).replace(/\s+/g, ' ').slice(0, 400);
            throw new github_GitHubError(`${headline}: ${shown}.`, hint, { cause: error, headline, isMissing });
        }
    }
}
const AGAIN = 'Run the job again when GitHub answers (https://www.githubstatus.com).';
const LEAVE_OUT = 'Leave out the input `github-token`; its default is the token of the job.';
/**
 * Why GitHub did not answer: to REST, or to GraphQL, which answers 200 with errors.
 *
 * @returns `why` is a clause that follows "GitHub does not …:"; `wait` the seconds until the same question may succeed,
 *   undefined where it cannot.
 */
function causeOf(error) {
    const { status = 200, response, headers = response?.headers ?? {}, errors = [] } = error;
    const types = errors.map(({ type = '' }) => type);
    const message = messageOf(error);
    if (error instanceof UnknownForm)
        return { why: 'the answer has an unknown form', hint: AGAIN, wait: 0 };
    // Octokit gives a request without an answer the status 500.
    if (response === undefined)
        return { why: `its API cannot be reached (${message})`, hint: AGAIN, wait: 0 };
    const isUsedUp = headers['x-ratelimit-remaining'] === '0';
    if (status === 429 ||
        (status === 403 && isUsedUp) ||
        /secondary rate/i.test(message) ||
        types.includes('RATE_LIMITED')) {
        const reset = Number(headers['x-ratelimit-reset']) - Math.floor(Date.now() / 1000);
        // A second more, because GitHub gives whole ones; a minute where it gives none.
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
    if (status === 403 || types.includes('FORBIDDEN')) {
        const hint = `Add to the job in the workflow: ${PERMISSIONS}.`;
        return { why: `the job lacks a permission (HTTP ${status})`, hint };
    }
    // GitHub answers 422 for the name of a commit that it does not know.
    if (status === 404 || status === 422 || types.includes('NOT_FOUND')) {
        const hint = `Check that it exists, and that the job has ${PERMISSIONS}.`;
        return { why: `it does not exist, or the job may not see it (HTTP ${status})`, hint, isMissing: true };
    }
    const why = `it answers with HTTP ${status}${status === 200 ? ` and an error (${message})` : ''}`;
    // A GraphQL error without a type is a failure of the server.
    return status >= 500 || types.includes('') ? { why, hint: AGAIN, wait: 0 } : { why, hint: AGAIN };
}
/** @throws {UnknownForm} */
function github_text(value, form) {
    if (typeof value === 'string' && form.test(value))
        return value;
    throw new UnknownForm();
}
/** @throws {UnknownForm} */
function github_integer(value) {
    if (typeof value === 'number' && Number.isSafeInteger(value))
        return value;
    throw new UnknownForm();
}
/** @throws {UnknownForm} */
function github_array(value) {
    if (Array.isArray(value))
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

;// CONCATENATED MODULE: ./src/github/records.ts




/**
 * Records are GitHub deployments that the Action made: what it delivers, and from which commit.
 *
 * @see https://docs.github.com/en/rest/deployments
 */
const TASK = 'runbook-sync';
const PAYLOAD_VERSION = 1;
/** Milliseconds after which a record without a final status counts as ended. */
const LIFETIME = 60 * 60 * 1000;
/** Milliseconds before the base that the list must reach: every record from before that ended long before the base was made. */
const LOOK_BACK = 2 * LIFETIME;
const MAX_PAGES = 5;
/** Characters of a description that GitHub accepts. */
const MAX_DESCRIPTION = 140;
/** What a description says of the texts that the list shows. */
const LIST_SHOWS = { changed: 'The service changes texts.', 'as sent': 'Listed as sent.' };
/**
 * The newest delivery that succeeded: its last record, all of them, and when the first one was made (`Infinity` without any).
 * A long run renews its record under the same key.
 */
function records_lastDelivery(records) {
    const base = records.find(({ succeeded }) => succeeded);
    const key = base?.payload?.key;
    const isPart = (record) => record === base || (key !== undefined && record.payload?.key === key);
    const parts = records.filter(isPart);
    return { base, parts: new Set(parts), begunAt: Math.min(...parts.map(({ createdAt }) => createdAt)) };
}
/** The records of one environment. */
class Records {
    #github;
    #environment;
    constructor(github, environment) {
        this.#github = github;
        this.#environment = environment;
    }
    /**
     * The newest records, as far back as they matter, newest first.
     *
     * @throws {GitHubError}
     */
    async list() {
        const records = [];
        let after = null;
        for (let pages = 1; pages <= MAX_PAGES; pages++) {
            const what = 'show earlier deliveries';
            const variables = { environments: [this.#environment], after };
            const page = await this.#github.graphql(what, parsePage, QUERY, variables);
            records.push(...page.records);
            records.sort((a, b) => b.createdAt - a.createdAt);
            const { base, begunAt } = records_lastDelivery(records);
            const isEnough = base !== undefined && page.oldest < begunAt - LOOK_BACK;
            if (page.next === null || isEnough)
                return records;
            after = page.next;
        }
        throw new GitHubError(`The environment ${this.#environment} has more than ${MAX_PAGES * 100} deployments, and no recent one says what was delivered.`, 'Give the input `environment` a name that nothing else deploys to.');
    }
    /**
     * Records that a commit is going to be delivered. A lost answer makes a second record, which does no harm.
     *
     * @returns its id.
     */
    async make(commit, payload) {
        const parse = (data) => integer(field(data, 'id'));
        return this.#github.request('record the delivery', parse, 'POST /deployments', {
            ref: commit,
            environment: this.#environment,
            task: TASK,
            // Otherwise GitHub merges the default branch into the commit, or waits for its checks.
            auto_merge: false,
            required_contexts: [],
            production_environment: false,
            transient_environment: false,
            description: 'Runbooks for the knowledge base',
            payload: { v: PAYLOAD_VERSION, ...payload }
        });
    }
    /**
     * Sets the final status of a record.
     *
     * @param result what was delivered, in a few words, and what later runs read of it.
     * @param url of the run.
     */
    async mark(id, state, result, url) {
        const { what, refused, listShows } = result;
        const facts = joined([refused > 0 && `${refused} refused.`, listShows && LIST_SHOWS[listShows]]);
        const description = joined([`${shorten(what, MAX_DESCRIPTION - facts.length - 2)}.`, facts]);
        const status = { state, description, log_url: url, auto_inactive: true };
        await this.#github.request('mark the record', () => undefined, `POST /deployments/${id}/statuses`, status);
    }
}
/** GitHub computes `state` and moves `updatedAt`, and a later success changes `latestStatus`: none of them is asked for. */
const QUERY = (/* unused pure expression or super */ null && (`query ($owner: String!, $name: String!, $environments: [String!], $after: String) {
  repository(owner: $owner, name: $name) {
    deployments(environments: $environments, first: 100, after: $after, orderBy: { field: CREATED_AT, direction: DESC }) {
      nodes { commitOid task payload createdAt statuses(first: 20) { nodes { state createdAt description logUrl } } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`));
function parsePage(data) {
    const deployments = field(data, 'repository', 'deployments');
    const nodes = array(field(deployments, 'nodes'));
    const hasNext = field(deployments, 'pageInfo', 'hasNextPage') === true;
    return {
        // Other tools may deploy to the same environment.
        oldest: nodes.reduce((least, node) => Math.min(least, timeOf(field(node, 'createdAt'))), Infinity),
        records: nodes.filter((node) => field(node, 'task') === TASK).map(parseNode),
        next: hasNext ? text(field(deployments, 'pageInfo', 'endCursor'), /./) : null
    };
}
function parseNode(node) {
    const createdAt = timeOf(field(node, 'createdAt'));
    const payload = parsePayload(field(node, 'payload'));
    const ends = [];
    let succeeded = false;
    let description = '';
    for (const status of array(field(node, 'statuses', 'nodes'))) {
        const state = text(field(status, 'state'), /^/);
        // Bots answer deployments with statuses of their own.
        const isOwn = payload === undefined || String(field(status, 'logUrl')).endsWith(`/actions/runs/${payload.run}`);
        if (!isOwn || !/^(?:SUCCESS|FAILURE|ERROR)$/.test(state))
            continue;
        succeeded ||= state === 'SUCCESS';
        ends.push(timeOf(field(status, 'createdAt')));
        description += String(field(status, 'description'));
    }
    return {
        commit: text(field(node, 'commitOid'), COMMIT),
        ...{ createdAt, succeeded, payload },
        endedAt: ends.length > 0 ? Math.min(...ends) : createdAt + LIFETIME,
        refused: Number(/(\d+) refused\./.exec(description)?.[1] ?? 0),
        listShows: ['changed', 'as sent'].find((shows) => description.includes(LIST_SHOWS[shows]))
    };
}
/** The payload is JSON; where it was sent as text, JSON in JSON. */
function parsePayload(value) {
    let payload = value;
    try {
        for (let times = 0; times < 2 && typeof payload === 'string'; times++)
            payload = JSON.parse(payload);
        if (field(payload, 'v') !== PAYLOAD_VERSION)
            return undefined;
        return {
            settings: Object.fromEntries(Object.entries(field(payload, 'settings')).map(([name, digest]) => [name, text(digest, /^/)])),
            access: text(field(payload, 'access'), /^/),
            full: field(payload, 'full') !== false,
            run: integer(field(payload, 'run')),
            attempt: integer(field(payload, 'attempt')),
            key: text(field(payload, 'key'), /./),
            number: integer(field(payload, 'number')),
            workflow: text(field(payload, 'workflow'), /^/)
        };
    }
    catch {
        // Somebody else may have made it; a record that is not understood makes a full sync.
        return undefined;
    }
}
function timeOf(value) {
    return integer(Date.parse(text(value, /^\d{4}-\d\d-\d\dT/)));
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
;// CONCATENATED MODULE: ./src/changes/settings.ts



/** To be raised with each change of what runbooks become: every knowledge base then gets a full sync. A test with golden files notices. */
const CONVERSION = 2;
/** @param ref the branch or tag that links point to, in full. */
function settingsOf(inputs, job, ref, source) {
    const { token, baseUrl } = inputs;
    const values = {
        ...settingsIn(inputs),
        ...{ ref, repository: job.repository, server: job.serverUrl, source, conversion: String(CONVERSION) }
    };
    return {
        settings: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, digestOf(value)])),
        // A new token may belong to another workspace. Without the token, the value tells nothing.
        access: token === undefined || baseUrl === undefined
            ? undefined
            : createHmac('sha256', token.reveal()).update(baseUrl).digest('hex').slice(0, 32),
        workflow: job.workflow
    };
}
/** 48 bits tell two values of one input apart. */
function digestOf(value) {
    return (0,external_node_crypto_.hash)('sha256', value).slice(0, 12);
}
/** What changed where a setting is no input. */
const CLAUSES = {
    ref: 'another workflow or branch delivers to this environment',
    repository: 'the repository has another name',
    server: 'the server has another name',
    source: 'Git and the disk take turns as the source',
    conversion: 'this version of Runbook Sync converts runbooks differently',
    access: 'the token or `base-url` changed'
};
/** Why what a record delivered differs from what this run would deliver, as a clause; undefined where it does not. */
function settings_differenceFrom({ payload }, own) {
    if (payload === undefined)
        return 'another version of Runbook Sync delivers to this environment';
    const theirs = { ...payload.settings, access: payload.access };
    // A plan without a token compares the others alone.
    const ours = { ...own.settings, access: own.access ?? payload.access };
    const names = Object.keys({ ...theirs, ...ours }).filter((name) => theirs[name] !== ours[name]);
    if (names.length === 0)
        return undefined;
    if (payload.workflow !== own.workflow)
        return CLAUSES['ref'];
    const [clause] = names.flatMap((name) => CLAUSES[name] ?? []);
    if (clause !== undefined)
        return clause;
    return `the input${names.length === 1 ? '' : 's'} ${listed(names.map((name) => `\`${name}\``))} changed`;
}

;// CONCATENATED MODULE: ./src/changes/base.ts



/** Milliseconds within which the last request of a killed run may still take effect. */
const MARGIN = (/* unused pure expression or super */ null && (2 * 60 * 1000));
/** Open records that are compared: a runbook that is never accepted leaves one with each push. */
const MAX_OPEN = 100;
/** Commits of older records in which a text is looked for. */
const MAX_OLDER = 100;
/** Where no deliveries are recorded. */
const NOTHING_KNOWN = {
    ...{ commit: undefined, open: [], older: [], whyFull: undefined, knowsAll: true },
    ...{ isNew: false, settings: {}, listShows: undefined, refused: 0 }
};
/** Decides which commits the knowledge base may have texts of. See docs/decisions.md. */
function findBase(known, settings) {
    if (known.kind === 'unreadable') {
        return { ...NOTHING_KNOWN, whyFull: 'earlier deliveries are not known', knowsAll: false };
    }
    if (known.kind === 'unrecorded')
        return { ...NOTHING_KNOWN, whyFull: 'no deliveries are recorded' };
    const { records } = known;
    // A long run renews its record, but knows only what had been recorded when it made the first one.
    const { base, parts, begunAt } = lastDelivery(records);
    // Times are whole seconds.
    const isOpen = (record) => base === undefined || (!parts.has(record) && record.endedAt >= begunAt - MARGIN);
    const allOpen = records.filter(isOpen);
    const open = allOpen.slice(0, MAX_OPEN);
    const relevant = base === undefined ? open : [base, ...open];
    const anyAccess = { ...settings, access: undefined };
    const [difference] = base === undefined ? [] : relevant.flatMap((record) => differenceFrom(record, settings) ?? []);
    const isUnfinished = records.some((record) => !parts.has(record) && record.payload?.full === true && !record.succeeded && record.createdAt >= begunAt);
    const reasons = [
        base === undefined && 'no delivery is recorded yet',
        difference,
        isUnfinished && 'the last full sync did not succeed',
        allOpen.length > MAX_OPEN && `${count(allOpen.length, 'run')} since the last delivery did not succeed`
    ];
    return {
        commit: base?.commit,
        open: commitsOf(open),
        older: commitsOf(records.filter((record) => !relevant.includes(record)).slice(0, MAX_OLDER)),
        whyFull: reasons.find((reason) => typeof reason === 'string'),
        isNew: base === undefined || difference !== undefined,
        // A list that lags does not show yet what such a run has written, perhaps of every runbook. A token decides where a
        // run writes, not what: the first run after a rotated token still compares.
        knowsAll: allOpen.length <= MAX_OPEN && !open.some((record) => differenceFrom(record, anyAccess) !== undefined),
        settings: base?.payload?.settings ?? {},
        // With another token or address it may be another list.
        listShows: relevant.some(({ listShows }) => listShows === 'changed')
            ? 'changed'
            : difference === undefined
                ? base?.listShows
                : undefined,
        refused: base?.refused ?? 0
    };
}
function commitsOf(records) {
    return [...new Set(records.map(({ commit }) => commit))];
}
/**
 * What forbids this run to write: another step of the same job, which would replace what this one delivers, or a newer run
 * of the same workflow file, whose inputs this repeated run does not have. A repeated run keeps its number.
 */
function findRival(known, own, { runId, runAttempt, runNumber }) {
    const records = known.kind === 'records' ? known.records : [];
    const siblings = records.filter(({ payload }) => payload?.run === runId && payload.attempt === runAttempt);
    if (siblings.some((record) => differenceFrom(record, own) !== undefined))
        return 'step';
    const newest = records.find(({ payload }) => payload?.workflow === own.workflow && payload.settings['ref'] === own.settings['ref']);
    if (newest === undefined || differenceFrom(newest, { ...own, access: undefined }) === undefined)
        return undefined;
    return (newest.payload?.number ?? 0) > runNumber ? 'newer run' : undefined;
}

;// CONCATENATED MODULE: ./src/git/source.ts
/** The files of a commit, read from Git or from the disk. */
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

;// CONCATENATED MODULE: ./src/git/disk.ts






/** The files of a folder that is no Git checkout, such as runbooks that an earlier step wrote. */
class disk_DiskFiles {
    #folder;
    /** @param folder absolute path without symbolic links. */
    constructor(folder) {
        this.#folder = folder;
    }
    /** @throws {ActionError} of kind `files` for a folder or name that cannot be read. */
    async list(matches) {
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
                const stats = matches(path) ? await (0,promises_.lstat)(file) : undefined;
                const special = stats === undefined || stats.isFile() ? undefined : 'special file';
                selection.add(path, '', stats?.isSymbolicLink() === true ? 'symlink' : special);
            }
        }
        catch (error) {
            throw unreadableError(`The files in ${this.#folder} cannot be listed: ${errors_messageOf(error)}.`, error);
        }
        selection.files.sort((a, b) => (a.path < b.path ? -1 : 1));
        return selection;
    }
    async prefetch() {
        // Everything is here.
    }
    async [Symbol.asyncDispose]() {
        // Nothing stays open between two calls.
    }
    /** Opens without following a symbolic link, then checks what was opened, so that nothing can be exchanged in between. */
    async read({ path }, limit) {
        const name = (0,external_node_path_.join)(this.#folder, path);
        const flags = external_node_fs_.constants.O_RDONLY | external_node_fs_.constants.O_NOFOLLOW | external_node_fs_.constants.O_NONBLOCK;
        const file = await (0,promises_.open)(name, flags).catch((error) => {
            throw unreadableError(`${path} cannot be read: ${errors_messageOf(error)}.`, error);
        });
        try {
            const stats = await file.stat();
            if (!stats.isFile() || (await (0,promises_.realpath)(name)) !== name || stats.ino !== (await (0,promises_.lstat)(name)).ino) {
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
            const stats = await (0,promises_.lstat)(name).catch(() => undefined);
            if (stats === undefined || !name.startsWith(this.#folder + external_node_path_.sep))
                missing.add(path);
        }
        return missing;
    }
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
    /** Replaces a file that `read` has read: other programs find the old text or the new one. */
    async replace(path, text) {
        const file = (0,external_node_path_.join)(this.root, path);
        const next = (0,external_node_path_.join)((0,external_node_path_.dirname)(file), `.${(0,external_node_crypto_.randomUUID)()}.tmp`);
        try {
            const { mode } = await (0,promises_.lstat)(file);
            await (0,promises_.access)(file, external_node_fs_.constants.W_OK);
            await (0,promises_.writeFile)(next, text, { flag: 'wx', mode });
            await (0,promises_.rename)(next, file);
        }
        catch (error) {
            await (0,promises_.rm)(next, { force: true }).catch(() => undefined);
            throw unwritableError(path, error);
        }
    }
    /**
     * Makes a file, in new folders where needed, never through a symbolic link.
     *
     * @returns whether it was made: `taken` if another file or a symbolic link is in its place.
     */
    async create(path, text) {
        const file = (0,external_node_path_.join)(this.root, path);
        try {
            if (!(await this.#makeFolder((0,external_node_path_.dirname)(file))))
                return 'taken';
            await (0,promises_.writeFile)(file, text, { flag: 'wx' });
            return 'new';
        }
        catch (error) {
            if (error.code !== 'EEXIST')
                throw unwritableError(path, error);
        }
        const known = await this.read(path, Buffer.byteLength(text));
        return known?.toString() === text ? 'equal' : 'taken';
    }
    /** False where something that is no folder is in the way. */
    async #makeFolder(folder) {
        if (folder === this.root)
            return true;
        if (!(await this.#makeFolder((0,external_node_path_.dirname)(folder))))
            return false;
        await (0,promises_.mkdir)(folder).catch((error) => {
            if (error.code !== 'EEXIST')
                throw error;
        });
        // A submodule is another repository.
        if ((0,external_node_fs_.existsSync)((0,external_node_path_.join)(folder, '.git')))
            return false;
        return (await (0,promises_.lstat)(folder)).isDirectory() && (await (0,promises_.realpath)(folder)) === folder;
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
/** In UTF-16 units, each of up to three bytes. A file system allows 255 bytes. */
const MAX_SEGMENT = 60;
const MAX_SEGMENTS = 12;
/** A relative path that no system takes for something else; different for every `path`. */
function safePath(path) {
    const segments = path.split('/');
    const isSafe = segments.length <= MAX_SEGMENTS && segments.every((segment) => safeSegment(segment) === segment);
    if (isSafe)
        return path;
    return `${(0,external_node_crypto_.hash)('sha256', path).slice(0, 12)}-${safeSegment(segments.at(-1) ?? '')}`;
}
function safeSegment(segment) {
    const safe = segment.toWellFormed().replace(/[<>:"|?*\\\p{Cc}]|[. ]+$/gu, '_');
    return (RESERVED.test(safe) || safe === '' ? `_${safe}` : safe).slice(0, MAX_SEGMENT).toWellFormed();
}

;// CONCATENATED MODULE: ./src/proxies.ts

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
        // Git prints what it cannot use, on several lines where there is a line break.
        return /^https?:$/.test(protocol) && !/\p{Cc}/u.test(decodeURIComponent(username + password));
    }
    catch {
        return false;
    }
}

;// CONCATENATED MODULE: ./src/report/escape.ts
/**
 * The only way in which foreign text (file names, titles, answers) reaches the log and the summary. The runner executes
 * `::command::` at the start of a line and the old `##[command]` anywhere in one; terminals and browsers obey control and
 * bidirectional characters; a summary renders Markdown and HTML.
 */
/** Control and format characters: bidirectional controls, zero-width characters, tags; separators of lines and paragraphs. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const NAMED = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** Makes invisible characters visible on one line: a line feed as `\n`, a right-to-left override as `\u{202e}`. */
function makeVisible(text) {
    return text
        .toWellFormed()
        .replace(INVISIBLE, (char) => NAMED[char] ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}
/** One line that the runner does not take for a command. */
function escapeLog(text) {
    return makeVisible(text)
        .replaceAll('##[', '# #[')
        .replace(/^(\s*:):/, '$1 :');
}
/** Text in which neither Markdown nor HTML is markup. */
function escapeMarkdown(text) {
    return (makeVisible(text)
        .replace(/["!#$&*<>[\]\\^`{|}~]/g, entity)
        // GitHub finds mentions, e-mail addresses and issues after it has decoded entities; a zero-width space prevents it.
        .replaceAll('@', '&#64;&#8203;')
        .replace(/&#35;(?=\d)/g, '&#35;&#8203;')
        // Addresses, and names of emoji.
        .replace(/:(?=\S)/g, entity)
        // An underscore inside a word is no emphasis.
        .replace(/(?<![a-z0-9])_|_(?![a-z0-9])/gi, entity)
        .replace(/www\./gi, (start) => start.replace('.', '&#46;')));
}
/** A message of this Action as Markdown: what stands between two backticks becomes code. */
function messageToMarkdown(text) {
    return makeVisible(text)
        .split(/`([^`]+)`/)
        .map((part, at) => (at % 2 === 0 ? escapeMarkdown(part) : `<code>${escapeMarkdown(part)}</code>`))
        .join('');
}
function entity(char) {
    return `&#${char.charCodeAt(0)};`;
}

;// CONCATENATED MODULE: ./src/report/outcome.ts
/**
 * What became of a runbook or an entry, in the order in which people need to know it, each with its icon and meaning. The
 * outputs count these words, and the JSON report uses them.
 */
const OUTCOMES = {
    failed: ['❌', 'not stored as it was sent'],
    refused: ['⛔', 'not sent, see the reason'],
    pending: ['⏳', 'not sent yet, see the reason'],
    kept: ['✍️', 'edited in the assistant; the edit stays'],
    upserted: ['✅', 'sent and stored'],
    planned: ['📤', 'a sync would send it'],
    retired: ['📕', 'the entry now says that its runbook is gone'],
    orphaned: ['🍂', 'the entry has no runbook'],
    unchanged: ['', 'the entry has this text'],
    skipped: ['', 'left out, see the reason']
};
/** Why a runbook is pending. */
const NOT_SENT = 'Not sent, because the run ended.';
const NOT_DECIDED = 'Not decided, because the run ended.';
const DELETE_ENTRY = 'Delete its entry in the assistant.';
/**
 * The outcome follows from the decision, then from the answer, and from nothing else.
 *
 * @param plan whether the run only plans: a plan that failed has decided without the list, or not at all.
 */
function reportedOf({ decision, sent, unconfirmed }, plan) {
    const { kind, ...about } = decision;
    const attempts = sent?.attempts ?? 0;
    const error = sent?.error ?? unconfirmed;
    if (kind === 'send') {
        if (plan === 'done')
            return { ...about, outcome: 'planned', attempts };
        if (sent === undefined)
            return { ...about, outcome: 'pending', reason: plan === undefined ? NOT_SENT : NOT_DECIDED, attempts };
        if (error === undefined)
            return { ...about, outcome: 'upserted', attempts };
        return { ...about, outcome: 'failed', reason: error.message, hint: error.hint, attempts };
    }
    if (kind === 'retire') {
        if (sent === undefined)
            return { ...about, outcome: 'orphaned', attempts };
        if (error === undefined)
            return { ...about, outcome: 'retired', attempts };
        return { ...about, outcome: 'failed', reason: `Not retired: ${error.message}`, hint: DELETE_ENTRY, attempts };
    }
    return { ...about, outcome: kind, attempts };
}
/** Whether a runbook is not in the knowledge base as it should be, or would not be after a pull request. */
function outcome_isMissing({ outcome, isWaiting = false }) {
    return !isWaiting && (outcome === 'failed' || outcome === 'refused' || outcome === 'pending');
}
/** Texts of people that wait to come into the files: kept, or the reason of a refusal. */
function isEdit({ kind, cause, texts = [] }) {
    const isRefusal = kind === 'refused' && cause === 'conflict';
    return kind === 'kept' || (isRefusal && texts.some(({ origin }) => origin === 'edited' || origin === 'by hand'));
}

;// CONCATENATED MODULE: ./src/report/findings.ts



/** What a run found and did, as data. How it is shown is a matter of the others in this folder. */
class Findings {
    /** Where the repository is, for links; the repository is empty where nothing tells it. */
    address;
    /** Whether texts and names of the assistant may be shown: a public repository must not publish them. */
    isPrivate = false;
    mode;
    /** Whether a workflow started the run to deliver, so that an early end leaves something undelivered. */
    isDelivery = false;
    /** The commits of all rounds together. */
    range;
    /** Number of runbooks that the patterns select. */
    selected = 0;
    /** What the knowledge base held when the run looked. */
    inventory;
    /** Where the run records what it delivers; undefined where it does not. */
    environment;
    /** The day on which the token stops working, at midnight UTC, by the workflow. */
    tokenExpiresOn;
    /** What ended the run early. */
    failure;
    /** Where texts are saved before they are replaced; empty without any. */
    overwritten = '';
    pulled = [];
    observer;
    /** Paths of refused runbooks that the log has named before the end of the run. */
    told = new Set();
    #runbooks = new Map();
    #entries = new Map();
    #diagnostics = new Map();
    constructor(address, observer = {}) {
        this.address = address;
        this.observer = observer;
    }
    get diagnostics() {
        return [...this.#diagnostics.values()];
    }
    /** What was decided about each runbook and each entry without a runbook, and what became of it. */
    get items() {
        return [...this.#runbooks.values(), ...this.#entries.values()];
    }
    get outcomes() {
        const plan = this.failure === undefined ? 'done' : 'failed';
        return this.items.map((item) => {
            const reported = reportedOf(item, this.mode === 'plan' ? plan : undefined);
            return this.isPrivate || reported.about === 'runbook' ? reported : { ...reported, name: undefined };
        });
    }
    begin(task, tip) {
        this.mode = task.kind === 'nothing' ? 'sync' : task.kind;
        this.isDelivery = task.kind === 'sync';
        if (task.kind === 'nothing')
            this.range = { kind: 'nothing', base: '', tip, reason: task.reason };
        if (task.kind === 'plan' && task.notice !== undefined)
            this.diagnose({ level: 'notice', message: task.notice });
    }
    /** A further round of one run extends the first. What it is not about stays, as far as the tip has it. */
    addChanges({ isFull, baseCommit: base, tip, reason, selected: { files } }) {
        const kind = isFull ? 'full' : 'range';
        this.range = this.range === undefined ? { kind, base, tip, reason } : { ...this.range, tip };
        this.selected = files.length;
        const paths = new Set(files.map(({ path }) => path));
        for (const [path, { decision }] of this.#runbooks) {
            // Each round refuses again what still shares its name.
            if (!paths.has(path) || decision.cause === 'duplicate')
                this.#runbooks.delete(path);
        }
    }
    /**
     * Takes what a round decided, in place of what was decided before about the same.
     *
     * @param mayBeOfRunbook whether an entry may be that of a runbook, so that it is no orphan any more.
     */
    setDecisions(decisions, mayBeOfRunbook) {
        for (const name of this.#entries.keys())
            if (mayBeOfRunbook(name))
                this.#entries.delete(name);
        return decisions.map((decision) => {
            const item = { decision, files: [] };
            if (decision.about === 'runbook')
                this.#runbooks.set(decision.path, item);
            else
                this.#entries.set(decision.name ?? '', item);
            return item;
        });
    }
    /** A further round of one run may find the same. */
    diagnose = (diagnostic) => {
        this.#diagnostics.set(JSON.stringify(diagnostic), diagnostic);
    };
    addPulled(pulled) {
        const { path, file, kind, reason } = pulled;
        this.pulled.push(pulled);
        const done = {
            changed: 'An edit from the assistant is in the file now.',
            new: 'A new file for an entry of the assistant.'
        };
        const ending = file.slice(path.length);
        const where = kind === 'beside' && `An edit from the assistant is beside the file, with \`${ending}\` after its name.`;
        const next = kind === 'beside' && 'Copy what is right, and delete that file.';
        const message = (0,wording/* joined */.oR)([where, kind in done && done[kind], reason, next]);
        const level = kind === 'changed' || kind === 'new' ? 'notice' : 'warning';
        this.diagnose({ level, message, ...(path !== '' && { path }) });
    }
    /** @param folder in which texts are saved that the run replaces. */
    noteSavedFolder(folder) {
        if (folder === this.overwritten)
            return;
        this.overwritten = folder;
        this.observer.saved?.(folder);
    }
    /** @param thrown what ended the run early. Anything but an `ActionError` is a defect of this Action. */
    fail(thrown) {
        this.failure =
            thrown instanceof errors_ActionError
                ? thrown
                : new errors_ActionError('defect', `An unexpected error: ${(0,wording/* shorten */.ml)(errors_messageOf(thrown), 500)}.`, `This is a defect of Runbook Sync. Run ${wording/* words */.aL.job} again ${wording/* words */.aL.debug} and report what it prints.`, { cause: thrown });
        return this.failure;
    }
}

// EXTERNAL MODULE: ./src/normal-form.ts
var normal_form = __webpack_require__(7611);
;// CONCATENATED MODULE: ./src/report/verdict.ts






/** How often each outcome occurs, in their order; without what waits on the branch beside a pull request. */
function totalsOf({ outcomes }) {
    const totals = Object.fromEntries(Object.keys(OUTCOMES).map((outcome) => [outcome, 0]));
    for (const { outcome, isWaiting } of outcomes)
        if (isWaiting !== true)
            totals[outcome]++;
    return totals;
}
/** The number of edits in the assistant that wait to come into the files, or that `pull` has found. */
function editsOf({ mode, items, pulled }) {
    if (mode === 'pull')
        return pulled.length;
    return items.filter(({ decision }) => isEdit(decision) && decision.isWaiting !== true).length;
}
/** The outcomes that occur, with their numbers. */
function occurring(findings) {
    return Object.entries(totalsOf(findings)).filter(([, total]) => total > 0);
}
/** `3 failed, 1 upserted`; empty without outcomes. */
function countsOf(findings) {
    return occurring(findings)
        .map(([outcome, total]) => `${(0,wording/* format */.GP)(total)} ${outcome}`)
        .join(', ');
}
/** `3 failed, 1 upserted; 40 selected`. */
function selectionOf(findings) {
    return (0,wording/* joined */.oR)([countsOf(findings), `${(0,wording/* format */.GP)(findings.selected)} selected`], '; ');
}
/** In the order of the outcomes, then of the paths. */
function sorted(outcomes) {
    const order = Object.keys(OUTCOMES);
    const rank = ({ outcome }) => order.indexOf(outcome);
    return [...outcomes].sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
}
/** How names become unique: not by another template once there are entries. */
function uniqueNames(findings) {
    const { range, inventory, outcomes } = findings;
    const { upserted, unchanged, kept } = totalsOf(findings);
    const known = inventory === undefined ? 0 : inventory.entries - inventory.withoutRunbook;
    const hasEntries = (range?.base ?? '') !== '' || upserted + unchanged + kept + known > 0;
    const duplicates = outcomes.filter(({ cause }) => cause === 'duplicate');
    const inFolder = new Set(duplicates.map(({ path, name = '' }) => `${external_node_path_.posix.dirname(path)}\n${(0,normal_form/* foldName */.zN)(name)}`));
    const template = inFolder.size === duplicates.length ? '{dir}: {title}' : '{path}: {title}';
    return hasEntries
        ? `Give each a \`title\` of its own in the front matter; another ${wording/* words */.aL.input('entry-name')} would make new entries for all runbooks.`
        : `Set ${wording/* words */.aL.input('entry-name', `'${template}'`)} now, because later it would make new entries for all runbooks, or give each a \`title\` of its own in the front matter.`;
}
/** Causes that the verdict names; the report has all of them. */
const MAX_CAUSES = 3;
/** Why the run is red: what ended it, or what was not delivered; undefined for a green run. */
function verdictOf(findings) {
    const { failure, mode, outcomes } = findings;
    const missing = outcomes.filter(outcome_isMissing);
    const [leftOut] = findings.pulled.filter(({ kind }) => kind === 'left out');
    if (failure === undefined && leftOut !== undefined) {
        return new errors_ActionError('incomplete', `${describePull(findings)}. ${leftOut.reason}`, 'Correct the entry in the assistant, then pull again.');
    }
    if (missing.length === 0)
        return failure && withUnknown(failure, findings);
    const duplicates = missing.filter(({ cause }) => cause === 'duplicate');
    const others = missing.filter(({ cause }) => cause !== 'duplicate');
    const examples = duplicates.length > 0 && `Several runbooks have one name: ${exampleNames(duplicates)}.`;
    const unique = duplicates.length > 0 && uniqueNames(findings);
    const undelivered = (of) => `${(0,wording/* joined */.oR)([countMissing(findings), (0,wording/* listed */.KE)(of.map(({ path }) => path))], ': ')}.`;
    if (failure !== undefined) {
        const message = (0,wording/* joined */.oR)([failure.message, undelivered(others.length > 0 ? missing : []), examples]);
        const more = others.some(({ outcome }) => outcome === 'refused') && 'Correct what was refused, too.';
        return new errors_ActionError(failure.kind, message, (0,wording/* joined */.oR)([failure.hint, more, unique]));
    }
    const reasons = sayByFile(others, ({ reason }) => reason);
    const isOne = reasons.length === 1 && duplicates.length === 0;
    const message = isOne ? [undelivered(others), others[0]?.reason] : [undelivered([]), ...reasons, examples];
    const isRetried = missing.some(({ outcome }) => outcome !== 'refused');
    const next = mode === 'plan' ? 'Otherwise the next sync fails.' : isRetried && 'The next run delivers what is missing.';
    const hints = sayByFile(others, ({ hint }) => hint);
    const hint = hints.length === 1 && duplicates.length === 0 ? [others[0]?.hint] : hints;
    return new errors_ActionError('incomplete', (0,wording/* joined */.oR)(message), (0,wording/* joined */.oR)([...hint, unique, next]));
}
/** Each text once, after the files that it is about: `docs/a.md, docs/b.md: The file is not UTF-8.` */
function sayByFile(rows, textOf) {
    const groups = [...Map.groupBy(rows, textOf)].filter(([text]) => text !== undefined);
    const shown = groups.slice(0, MAX_CAUSES).map(([text, of]) => `${(0,wording/* listed */.KE)(of.map(({ path }) => path), 3)}: ${text ?? ''}`);
    const more = groups.slice(MAX_CAUSES).flatMap(([, of]) => of).length;
    return more > 0 ? [...shown, `${(0,wording/* count */.U9)(more, 'more runbook')}: see the report.`] : shown;
}
/** What ended a run before it knew what to deliver. */
function withUnknown(failure, { isDelivery, range }) {
    if (!isDelivery || range !== undefined)
        return failure;
    const message = (0,wording/* joined */.oR)([failure.message, 'Nothing was delivered; which runbooks wait is not known.']);
    return new errors_ActionError(failure.kind, message, failure.hint, { cause: failure });
}
/** `“Overview” (docs/a/README.md, docs/b/README.md)`, and two more. */
function exampleNames(duplicates) {
    const groups = Map.groupBy(duplicates, ({ name = '' }) => name.toLowerCase());
    const examples = Array.from(groups.values(), (group) => {
        const paths = group.map(({ path }) => path);
        return `“${group[0]?.name ?? ''}” (${(0,wording/* listed */.KE)(paths, 3)})`;
    });
    return (0,wording/* listed */.KE)(examples, 3);
}
/** How much is missing, where something is: `3 runbooks were not delivered`. */
function countMissing({ outcomes, mode, failure }) {
    const missing = outcomes.filter(outcome_isMissing);
    const { length } = missing;
    if (mode === 'plan') {
        const undecided = failure === undefined ? 0 : missing.filter(({ outcome }) => outcome === 'pending').length;
        const refused = length > undecided && `${(0,wording/* count */.U9)(length - undecided, 'runbook')} would not be delivered`;
        return (0,wording/* joined */.oR)([refused, undecided > 0 && `${(0,wording/* count */.U9)(undecided, 'runbook was', 'runbooks were')} not decided`], ', ');
    }
    return `${(0,wording/* count */.U9)(length, 'runbook was', 'runbooks were')} not delivered`;
}
const CAUSES = {
    input: 'an input cannot be used',
    github: 'a question to GitHub failed',
    git: 'the checkout cannot be read',
    'branch-moved': 'the branch moved',
    'token-rejected': 'the token was rejected',
    unreachable: 'the service cannot be reached'
};
function verdict_causeOf({ kind, headline }) {
    if (kind === 'cancelled')
        return `${wording/* words */.aL.job} was cancelled`;
    return headline ?? CAUSES[kind] ?? 'the run failed';
}
/** What happened in a few words: the heading of the summary and, for a green run, the last line of the log. */
function headlineOf(findings) {
    const { failure, mode, outcomes } = findings;
    const { upserted, retired, planned, unchanged, orphaned, kept } = totalsOf(findings);
    if (failure?.kind === 'token-rejected' || failure?.kind === 'cancelled')
        return verdict_causeOf(failure);
    if (outcomes.some(outcome_isMissing))
        return countMissing(findings);
    if (failure !== undefined)
        return verdict_causeOf(failure);
    if (mode === 'check')
        return 'the token is valid';
    if (mode === 'pull')
        return describePull(findings);
    const edited = replacingOf(findings).length;
    const replaced = edited > 0 && (0,wording/* count */.U9)(edited, 'edit');
    const waiting = kept > 0 && `${(0,wording/* count */.U9)(kept, 'edit waits', 'edits wait')} to come home`;
    const gone = orphaned > 0 && `${(0,wording/* format */.GP)(orphaned)} orphaned`;
    if (mode === 'plan') {
        const lost = replaced && `${replaced} to be replaced`;
        return (0,wording/* joined */.oR)([`a plan with ${(0,wording/* count */.U9)(planned, 'runbook')} to send`, lost, waiting, gone, 'nothing written'], ', ');
    }
    const delivered = upserted > 0 && `${(0,wording/* count */.U9)(upserted, 'runbook')} delivered`;
    const written = (0,wording/* joined */.oR)([delivered, replaced && `${replaced} replaced`, retired > 0 && `${(0,wording/* format */.GP)(retired)} retired`], ', ');
    const nothing = unchanged + kept > 0 ? 'everything was already there' : 'nothing to deliver';
    return (0,wording/* joined */.oR)([written === '' ? nothing : written, waiting, gone], ', ');
}
/** `2 files changed, 1 edit beside its file`. */
function describePull({ pulled }) {
    const total = (wanted) => pulled.filter(({ kind }) => kind === wanted).length;
    const [changed, beside, made, leftOut] = [total('changed'), total('beside'), total('new'), total('left out')];
    const parts = [
        changed > 0 && `${(0,wording/* count */.U9)(changed, 'file')} changed`,
        beside > 0 && (0,wording/* count */.U9)(beside, 'edit beside its file', 'edits beside their files'),
        made > 0 && (0,wording/* count */.U9)(made, 'new file'),
        leftOut > 0 && `${(0,wording/* format */.GP)(leftOut)} left out`
    ];
    return (0,wording/* joined */.oR)(parts, ', ') || 'no edit to bring home';
}
/** What replaced a text of a person; of a plan, what would, without what waits on the branch beside a pull request. */
function replacingOf({ items, mode }) {
    return items.filter(({ sent, decision: { kind, texts = [], isWaiting } }) => {
        const replaces = mode === 'plan' ? isWaiting !== true : sent !== undefined;
        return kind === 'send' && replaces && texts.some(isOfPerson);
    });
}
/** Whether a person wrote a text, as far as anybody can tell. */
function isOfPerson({ origin }) {
    return origin !== 'unclear';
}
/** Which commit the knowledge base has, as a sentence; empty where the run does not tell. */
function standingOf(findings) {
    const { mode, range } = findings;
    const isKnown = mode === 'sync' && range !== undefined && range.kind !== 'nothing' && range.tip !== '';
    return isKnown && verdictOf(findings) === undefined ? `The knowledge base has commit ${event_shortId(range.tip)}.` : '';
}
/**
 * What the knowledge base held, as a sentence, so that two swapped tokens or a forgotten entry are noticed: `52 entries: 48
 * of runbooks, 3 differ, 1 has no runbook`. Empty where it is not known.
 */
function describeInventory({ inventory, mode }) {
    if (inventory === undefined)
        return '';
    const { entries, isComplete, differing, withoutRunbook, names } = inventory;
    const same = entries - differing - withoutRunbook;
    const parts = [
        same > 0 && `${(0,wording/* format */.GP)(same)} of runbooks`,
        differing > 0 && (0,wording/* count */.U9)(differing, 'differs', 'differ'),
        withoutRunbook > 0 && (0,wording/* count */.U9)(withoutRunbook, 'has no runbook', 'have no runbook')
    ];
    const total = (0,wording/* joined */.oR)([!isComplete && 'at least', (0,wording/* count */.U9)(entries, 'entry', 'entries')]);
    // A check knows no runbooks.
    const what = mode === 'check' ? total : (0,wording/* joined */.oR)([total, (0,wording/* joined */.oR)(parts, ', ')], ': ');
    const when = mode === 'sync' ? 'Before this run the knowledge base had' : 'The knowledge base has';
    const shown = names.length > 0 && `Without a runbook: ${(0,wording/* listed */.KE)(names.map((name) => `“${name}”`))}.`;
    return (0,wording/* joined */.oR)([`${when} ${what}.`, shown]);
}
/** The last line of a green run. */
function lastLineOf(findings) {
    const now = findings.mode === 'check' ? describeInventory(findings) : standingOf(findings);
    return (0,wording/* joined */.oR)([`${headlineOf(findings)}.`, now]);
}
/** For the record on GitHub: `2 not delivered: the token was rejected`. Names of files stay in the report. */
function descriptionOf(findings) {
    const { length } = findings.outcomes.filter(isMissing);
    if (length === 0)
        return headlineOf(findings);
    const others = totalsOf(findings).refused === length ? 'refused' : 'see the run';
    const why = findings.failure === undefined ? others : verdict_causeOf(findings.failure);
    return `${format(length)} not delivered: ${why}`;
}

;// CONCATENATED MODULE: ./src/report/json-report.ts

/** Raised when a reader of version 1 would misunderstand the findings. */
const VERSION = 1;
/** The JSON report. Its form is in docs/report.schema.json. */
function jsonOf(findings) {
    const { base = '', tip = '', kind = 'nothing', reason = '' } = findings.range ?? {};
    const verdict = verdictOf(findings);
    const json = {
        version: VERSION,
        mode: findings.mode ?? '',
        success: verdict === undefined,
        failure: verdict === undefined ? null : { kind: verdict.kind, message: verdict.message, hint: verdict.hint },
        repository: findings.address.repository,
        range: { kind, base, head: tip, reason },
        totals: totalsOf(findings),
        overwritten: findings.items.flatMap(({ decision: { path, name }, files }) => {
            return files.map((file) => ({ path, name, file }));
        }),
        pulled: findings.pulled,
        diagnostics: findings.diagnostics.map(({ level, message, path = null, line = null }) => {
            return { level, message, path, line };
        }),
        runbooks: findings.outcomes.map(({ path, name = null, outcome, reason, hint = null, line = null, attempts, isWaiting = false }) => {
            return { path, name, outcome, reason, hint, line, attempts, isWaiting };
        })
    };
    return `${JSON.stringify(json, null, 2)}\n`;
}

;// CONCATENATED MODULE: ./src/report/terminal.ts






/** Outcomes that need a person. */
const terminal_CAUSES = ['failed', 'refused', 'pending', 'kept'];
/** Lines about what needs no person, and about what does. */
const MAX_LINES = 20;
const terminal_MAX_CAUSES = 50;
/** Paths of one cause. */
const MAX_PATHS = 10;
const COLORS = { failed: 'red', refused: 'red', pending: 'yellow', warning: 'yellow', notice: 'cyan' };
/** Writes what a command found: a line for each cause that needs a person, then the counts, then what to do. */
function writeReport(findings, { stream, lastLine = lastLineOf(findings), redact }) {
    const shown = (text) => escapeLog((0,wording/* shorten */.ml)(redact(text), 2000));
    const { failure, mode, diagnostics, range, outcomes, overwritten } = findings;
    /** In colour on a terminal, unless NO_COLOR is set. */
    const paint = (color, text) => (0,external_node_util_.styleText)(color, text, { stream });
    const legend = ['--- in the assistant', '+++ from the file'];
    const write = ({ label, place, name, text, difference = [] }) => {
        const color = label in COLORS ? COLORS[label] : 'dim';
        const entry = name !== undefined && `“${(0,wording/* shorten */.ml)(name, 100)}”`;
        stream.write(`${(0,wording/* joined */.oR)([paint(color, label.padEnd(9)), shown((0,wording/* joined */.oR)([place, (0,wording/* joined */.oR)([entry, text])], '  '))])}\n`);
        for (const line of difference.length > 0 ? [...legend.splice(0), ...difference] : []) {
            const lineColor = line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : 'dim';
            stream.write(`    ${paint(lineColor, shown(line))}\n`);
        }
    };
    const isPlanned = mode === 'plan' && range !== undefined && failure === undefined;
    if (isPlanned)
        stream.write(`${describePlan(findings)}\n`);
    const rows = rowsOf(findings);
    const causes = merged(rows.filter(({ label }) => terminal_CAUSES.includes(label)));
    const others = rows.filter(({ label }) => !terminal_CAUSES.includes(label));
    const shownRows = [...causes.slice(0, terminal_MAX_CAUSES), ...others.filter((row, at) => at < MAX_LINES || row.difference)];
    shownRows.forEach(write);
    const more = causes.length + others.length - shownRows.length;
    if (more > 0)
        stream.write(`and ${(0,wording/* format */.GP)(more)} more; \`--json\` has all\n`);
    if (overwritten !== '')
        write({ label: 'saved', place: overwritten, text: 'has the texts of the assistant that were replaced' });
    merged(diagnostics.map((one) => ({ label: one.level, place: locationOf(one), text: one.message }))).forEach(write);
    if (range !== undefined && mode !== 'plan')
        stream.write(`${selectionOf(findings)}\n`);
    const inventory = range === undefined ? '' : describeInventory(findings);
    if (inventory !== '')
        stream.write(`${shown(inventory)}\n`);
    const verdict = verdictOf(findings);
    if (verdict === undefined) {
        if (lastLine !== '')
            stream.write(`${paint('green', '✓')} ${shown(lastLine)}\n`);
        return;
    }
    // What is missing has its cause above.
    const hasMissing = outcomes.some(outcome_isMissing);
    const missed = hasMissing && `${countMissing(findings)}.`;
    const isKnown = failure === undefined && inventory !== '' && outcomes.some(({ cause }) => cause === 'duplicate');
    const hint = hasMissing ? (0,wording/* joined */.oR)([failure?.hint, isKnown && uniqueNames(findings)]) : verdict.hint;
    stream.write(`${paint('red', '✗')} ${shown((0,wording/* joined */.oR)([hasMissing ? failure?.message : verdict.message, missed]))}\n`);
    if (hint !== '')
        stream.write(`  ${shown(hint)}\n`);
}
/** `3 to send, 1 edited by hand, 240 unchanged`. */
function describePlan(findings) {
    const { planned, refused, orphaned, pending, unchanged } = totalsOf(findings);
    const edited = editsOf(findings);
    const conflicts = findings.outcomes.filter(({ outcome, cause, isWaiting }) => {
        return outcome === 'refused' && cause === 'conflict' && isWaiting !== true;
    }).length;
    if (planned + edited + refused + orphaned + pending === 0)
        return 'No changes.';
    const parts = [
        [replacingOf(findings).length, 'of them over an edit'],
        [edited, 'edited by hand'],
        [refused - Math.min(conflicts, edited), 'refused'],
        [pending, 'unclear'],
        [orphaned, 'orphaned'],
        [unchanged, 'unchanged']
    ];
    const others = parts.map(([number, what]) => number > 0 && `${(0,wording/* format */.GP)(number)} ${what}`);
    return (0,wording/* joined */.oR)([`${(0,wording/* format */.GP)(planned)} to send`, ...others], ', ');
}
function rowsOf({ items, outcomes, failure }) {
    const differences = new Map(items.map(({ decision: { about, path }, difference }) => [about + path, difference]));
    return sorted(outcomes)
        .filter(({ outcome, about, isWaiting }) => {
        const isShown = [...terminal_CAUSES, 'planned'].includes(outcome) || about === 'entry';
        // What was not carried out, perhaps because a person said no.
        const isPlan = outcome === 'planned' || outcome === 'orphaned';
        return isShown && isWaiting !== true && !(isPlan && failure !== undefined);
    })
        .map((row) => {
        const { about, path, outcome, name, reason, hint } = row;
        const text = (0,wording/* joined */.oR)([name === undefined ? reason : reason.replace(` “${name}”`, ''), hint]);
        return { label: outcome, place: locationOf(row), name, text, difference: differences.get(about + path) };
    });
}
/** One line for all that have the same cause: this first, because the paths may be long. */
function merged(lines) {
    const groups = Map.groupBy(lines, ({ label, place, text }) => (place === '' ? lines : `${label} ${text}`));
    return [...groups.values()].flatMap((group) => {
        const [first, second] = group;
        if (first === undefined || second === undefined || first.place === '')
            return group;
        const difference = group.flatMap(({ place, difference: own }) => (own === undefined ? [] : [`@@ ${place}`, ...own]));
        const paths = (0,wording/* listed */.KE)(group.map(({ place }) => place), MAX_PATHS);
        const text = (0,wording/* joined */.oR)([first.text, paths], '  ');
        return [{ ...first, name: undefined, place: (0,wording/* count */.U9)(group.length, 'file'), text, difference }];
    });
}

// EXTERNAL MODULE: ./node_modules/entities/dist/decode.js + 3 modules
var decode = __webpack_require__(1161);
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
    /** Whether the same request may succeed later. */
    retryable;
    /** Milliseconds that the service asks to wait. */
    retryAfter;
    /** Whether a smaller page of the list may be possible. */
    tooLarge;
    /** Requests that were made. */
    attempts = 1;
    constructor(kind, message, hint, options = {}) {
        super(kind, message, hint, options);
        this.retryable = options.retryable ?? false;
        this.retryAfter = options.retryAfter;
        this.tooLarge = options.tooLarge ?? false;
    }
}
const CHECK_URL = 'Check {base-url}: it is the address of the assistant’s API, not of its web pages, without `/personal/v1/knowledge/…`.';
const CHECK_HOST = 'Check the scheme, host and port of {base-url}.';
const CHECK_NETWORK = 'Check {base-url}, and that {machine}’s network reaches it (firewall, VPN, `https_proxy`, `no_proxy`).';
const CHECK_PROXY = 'Check `https_proxy` and its credentials, or add the host to `no_proxy`.';
const CHECK_WORKSPACE = 'A token works only in the workspace in which it was created: check that {base-url} and {token} belong to the same ' +
    'workspace, and that the owner of the token may edit knowledge there. If the token was rotated, update {secret}.';
const CORRECT = 'Correct the runbook by what the service says; if that does not help, ask those who operate the service.';
const RUN_AGAIN = 'Run {job} again when the service works; if it does not, tell those who operate it.';
const RUN_AGAIN_OR_ASK = 'Run {job} again; if this stays, ask those who operate the service or the network in between.';
const RUN_LATER = 'Run {job} again later: it then delivers what is pending.';
const STORE_TOKEN = 'store the new value, which is shown once, in {secret} `RUNBOOK_SYNC_TOKEN`{asInput}. Then run {job} again.';
const TOKENS = 'Settings → Access Tokens of the assistant';
const TOKEN_REJECTED = 'The service rejects the token (HTTP 401){said}';
/**
 * What may be wrong with the service or the way to it: kind, message and hint. Braces hold a fact of the request, a word of
 * the front end, or an input, which each front end names in its own way; `{Machine}` begins a sentence.
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
    entryTooLarge: [
        'entry-rejected',
        'The entry is too large for the service (HTTP {status}){said}',
        'Split the runbook.'
    ],
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
    notAList: ['wrong-address', 'The answer of {url} is no list of entries.', CHECK_URL],
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
        'Check {base-url}, or ask those who operate the service.'
    ],
    // There is no answer, or no whole one. `peer` is what is connected to: the host, or the proxy.
    timedOut: [
        'service-failing',
        'The service gave no complete answer within {seconds} s.',
        'Run {job} again when the service works, or raise {timeout}.'
    ],
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
        'Ask those who operate the service to renew it. The token was not sent.'
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
    // The run ends.
    closed: ['cancelled', 'The connection to the service was closed.', 'Run {job} again.'],
    cancelled: ['cancelled', 'The run was cancelled.', 'Run it again: it then delivers what is pending.'],
    asksToWait: [
        'out-of-time',
        'The service asks to wait {time} before the next request (Retry-After); a run waits ten minutes at most.',
        'Run {job} again after that time: it then delivers what is pending.'
    ],
    limitedForLong: ['out-of-time', 'The service limited the rate for ten minutes. The last failure: {last}', RUN_LATER],
    noSuccess: ['out-of-time', 'No request succeeded for {minutes} min. The last failure: {last}', RUN_LATER]
};
/** A failure of one request. @param facts what its sentences name. */
function requestError(failure, facts, options) {
    return new RequestError(...sentencesOf(failure, facts), options);
}
/** A failure that ends the run. @param facts what its sentences name. */
function endError(failure, facts = {}) {
    return new errors_ActionError(...sentencesOf(failure, facts));
}
function sentencesOf(failure, facts) {
    const { job, secret, asInput, machine, environment } = wording/* words */.aL;
    const Machine = machine.replace(/^./, (first) => first.toUpperCase());
    const known = { job, secret, asInput, machine, Machine, environment, ...facts };
    const fill = (text) => text.replace(/\{([\w-]+)\}/g, (_, name) => String(known[name] ?? wording/* words */.aL.input(name)));
    const [kind, message, hint] = FAILURES[failure];
    return [kind, fill(message), fill(hint)];
}

;// CONCATENATED MODULE: ./src/knowledge/reading.ts



/** Page sizes to try: a smaller one where a page is refused or too large to read. */
const PAGE_SIZES = [100, 20, 4, 1];
/** How often a list is read from its beginning, with ever smaller pages. */
const MAX_BEGINNINGS = 5;
/** More than memory holds; a service may make pages larger or smaller than it was asked to. */
const MAX_ROWS = 200_000;
const reading_MAX_PAGES = 2000;
/** Milliseconds for a reading, and for its first page. */
const TIME = 10 * 60_000;
const FIRST_TIME = 60_000;
/** Kinds of errors that may mean that there is no such page; a page of a negative number makes some services fail. */
const REFUSALS = ['entry-rejected', 'wrong-address', 'service-failing'];
/** Kinds of errors of the first page after which a list is unusable. */
const UNUSABLE = ['forbidden', 'wrong-address'];
/**
 * Reads the list, page by page of one size. Where the service makes pages smaller, it begins again with their size: rows
 * between two pages would be missed. The rows of all beginnings count.
 *
 * @throws {ActionError} only where the run has ended.
 */
async function readList(client, reader) {
    const until = performance.now() + TIME;
    let size = PAGE_SIZES[0];
    for (let nth = 1;; nth++) {
        reader.begin?.();
        try {
            return await readPages(client, reader, size, until);
        }
        catch (error) {
            if (!(error instanceof Unfinished))
                throw error;
            if (error.smaller === undefined || nth === MAX_BEGINNINGS)
                return error.ending;
            size = error.smaller;
        }
    }
}
/**
 * Reads one row, to see that the token works and that the address is that of the API.
 *
 * @throws {ActionError} where it cannot be read.
 */
async function checkList(client) {
    await client.listPage([FIRST_PAGE, 1], performance.now() + FIRST_TIME);
}
/** Ends a reading before its time. */
class Unfinished extends Error {
    ending;
    /** A page size with which another reading may show more. */
    smaller;
    constructor(ending, smaller) {
        super();
        this.ending = ending;
        this.smaller = smaller;
    }
}
function broken(why, smaller) {
    return new Unfinished({ kind: 'failed', why }, smaller);
}
function differingSizes(rows) {
    return broken('the pages of the list differ in size', rows);
}
/**
 * One reading, with pages of one size.
 *
 * @param until by `performance.now()`.
 * @throws {Unfinished}
 */
async function readPages(client, reader, size, until) {
    /** The keys of the rows that it has shown. */
    const seen = new Set();
    /** @returns whether it shows something new. */
    const add = (rows) => {
        const before = seen.size;
        for (const { key } of rows)
            seen.add(key);
        reader.add(rows);
        client.onWait?.(`reading the list: ${(0,wording/* count */.U9)(seen.size, 'entry', 'entries')}`);
        return seen.size > before;
    };
    /** @param isRefusal tells errors that mean a page without rows. */
    const page = (number, rows = size, isRefusal = () => false) => readOnePage(client, [number, rows], { until, isFirst: seen.size === 0, isRefusal });
    /**
     * Some services show fewer rows than they are asked for, and skip the others: then the row after the last page is there.
     *
     * @param rows of the last page.
     * @param read rows in all.
     */
    const requireUncut = async (rows, read) => {
        if (rows >= size)
            return;
        const next = await page(read + 1, 1, ({ tooLarge }) => tooLarge);
        if (add(next.rows))
            throw differingSizes(rows);
    };
    /** How many entries the service names. */
    let total;
    let last = size;
    let read = 0;
    for (let pages = 0;; pages++) {
        if (reader.hasEnough?.() === true)
            return { kind: 'enough' };
        if (pages === reading_MAX_PAGES || seen.size >= MAX_ROWS || reader.holdsNoMore?.() === true) {
            throw broken('the list is larger than a run can hold');
        }
        const { rows, total: announced = 0 } = await page(FIRST_PAGE + pages);
        if (rows.length === 0) {
            await requireUncut(last, read);
            // Some services count pages from zero; to others that request is an error, or repeats page 1.
            const zeroth = await page(FIRST_PAGE - 1, size, ({ kind }) => REFUSALS.includes(kind));
            // If pages count from zero, the number of the row after this page is one less.
            if (add(zeroth.rows))
                await requireUncut(zeroth.rows.length, zeroth.rows.length - 1);
            if ((total ?? 0) > seen.size)
                throw broken(`the list names ${total} entries and shows ${seen.size}`);
            return { kind: 'complete', pages };
        }
        // More rows follow a page that was not full: the service shows fewer than it was asked for.
        if (last < size)
            throw differingSizes(last);
        last = rows.length;
        read += last;
        // Some services name the rows of the page instead of all: then there is nothing to compare.
        if (announced > last) {
            if (total !== undefined && total !== announced)
                throw broken('the list changed while it was read');
            total = announced;
        }
        if (!add(rows))
            throw broken('the list repeats a page');
    }
}
/** @throws {Unfinished} where it cannot be read. */
async function readOnePage(client, [number, rows], { until, isFirst, isRefusal }) {
    try {
        return await client.listPage([number, rows], isFirst ? Math.min(until, performance.now() + FIRST_TIME) : until);
    }
    catch (error) {
        if (!(error instanceof RequestError) || error === client.ended)
            throw error;
        if (isRefusal(error))
            return { rows: [] };
        const smaller = error.tooLarge ? PAGE_SIZES.find((each) => each < rows) : undefined;
        const why = `page ${number} of the list cannot be read (${error.message.replace(/\.$/, '')})`;
        const isUnusable = isFirst && UNUSABLE.includes(error.kind);
        throw new Unfinished(isUnusable ? { kind: 'unusable', why } : { kind: 'failed', why, error }, smaller);
    }
}

// EXTERNAL MODULE: ./src/runbook/source-line.ts
var source_line = __webpack_require__(5346);
;// CONCATENATED MODULE: ./src/sync/knowledge.ts





/** Entries, and characters of names and texts, that memory holds. */
const MAX_ENTRIES = 200_000;
const MAX_CHARACTERS = 256 * 1024 * 1024;
/** What the list has shown, by name. What one reading showed, a later one does not take back. */
class Entries {
    #rows = new Map();
    /** The same by the folded form of their names. */
    #folded = new Map();
    /** Keys of entries, and of rows: an entry whose text changes while the list is read has several. */
    #entryKeys = new Set();
    #rowKeys = new Set();
    #needsText;
    #hasToken;
    #characters = 0;
    /** Whether a text has a character that a list of encoded texts does not have. */
    #hasMarkup = false;
    #decoded = [];
    /** The number of entries, deleted ones not counted. */
    size = 0;
    /**
     * @param needsText whether a run may need the text of a row.
     * @param hasToken whether a text has the token in it: a source line that has it counts as none, because its path is shown.
     */
    constructor(needsText, hasToken = () => false) {
        this.#needsText = needsText;
        this.#hasToken = hasToken;
    }
    /** Whether memory holds no more. */
    get holdsNoMore() {
        return this.#characters >= MAX_CHARACTERS || this.#rowKeys.size >= MAX_ENTRIES;
    }
    /** Whether the list shows texts encoded for HTML. */
    get isEncoded() {
        return this.#decoded.length > 0 && !this.#hasMarkup;
    }
    /** Where other texts prove that the list encodes none, a text that is ours only when it is decoded was edited. */
    settle() {
        if (this.#hasMarkup)
            for (const row of this.#decoded.splice(0))
                row.origin = 'edited';
    }
    get rows() {
        return [...this.#rows.values()].flat();
    }
    /** Whether it shows an entry of exactly this name. */
    has(name) {
        return this.#rows.has(name);
    }
    /** The rows of exactly this name; if there are none, of a name that a service may take for the same. */
    rowsOf(name) {
        return this.#rows.get(name) ?? this.#folded.get((0,normal_form/* foldName */.zN)(name)) ?? [];
    }
    /** @returns how many of the rows it has not shown before. */
    add(listed) {
        let added = 0;
        for (const { key, name, content, isDeleted } of listed) {
            const isNewEntry = addKey(this.#entryKeys, key);
            if (!addKey(this.#rowKeys, (0,external_node_crypto_.hash)('sha256', JSON.stringify([key, content, isDeleted]), 'base64url')))
                continue;
            added++;
            if (name === '' || isDeleted)
                continue;
            if (isNewEntry)
                this.size++;
            const found = rowOf(name, content);
            const { root = '', path = '' } = found.line ?? {};
            const row = this.#hasToken(`${root}/${path}`) ? { ...found, line: undefined, origin: 'by hand' } : found;
            this.#hasMarkup ||= /[<>]|&(?!#?\w+;)/.test(content ?? '');
            const kept = row.isDecoded || this.#needsText(row) ? row : { ...row, content: '' };
            if (row.isDecoded)
                this.#decoded.push(kept);
            this.#characters += name.length + kept.content.length;
            append(this.#rows, name, kept);
            append(this.#folded, (0,normal_form/* foldName */.zN)(name), kept);
        }
        return added;
    }
}
/** Adds a key, and says whether it was missing. */
function addKey(keys, key) {
    const { size } = keys;
    return keys.add(key).size > size;
}
function append(rows, name, row) {
    const known = rows.get(name);
    if (known === undefined)
        rows.set(name, [row]);
    else
        known.push(row);
}
/** What a text says of itself. */
function rowOf(name, content) {
    if (content === undefined) {
        return { name, content: '', line: undefined, origin: 'hidden', isDecoded: false };
    }
    const read = readRow(name, content);
    if (read.origin === 'ours' || !content.includes('&'))
        return read;
    // Some services encode texts for HTML.
    const decoded = readRow(name, (0,decode/* decodeHTML */.Gz)(content));
    return decoded.origin === 'ours' ? { ...decoded, content, isDecoded: true } : read;
}
function readRow(name, content) {
    const row = { name, content, isDecoded: false };
    if (content.trim() === '')
        return { ...row, line: undefined, origin: 'empty' };
    const found = (0,source_line/* readSource */.o$)(content);
    if (found === undefined) {
        return { ...row, line: undefined, origin: (0,source_line/* hasVersion */.Xj)(content) ? 'unclear' : 'by hand' };
    }
    const { line, text, below } = found;
    const isOurs = below === '' && (0,source_line/* versionOf */.E4)(name, line.path, text) === line.digits;
    return { ...row, line, origin: isOurs ? 'ours' : 'edited' };
}
/** Readings in which an entry is looked for. */
const MAX_READINGS = 3;
/**
 * Reads the list until it shows all that is wanted. An entry that one reading lacks may be there all the same: pages may
 * change their order, or be empty for a moment. So it is looked for again, until a whole reading shows nothing new.
 *
 * @param names the reading ends when all of them were seen.
 * @param all whether it goes on to the end all the same.
 * @param delivered names of runbooks that were delivered: a list that lacks one is not all there is.
 * @param needsText whether a run may need the text of a row.
 * @throws {ActionError} only where the run has ended.
 */
async function readKnowledge(client, { names, all, delivered, needsText }) {
    const entries = new Entries(needsText, (text) => client.hasToken(text));
    const hasRow = (name) => entries.rowsOf(name).length > 0;
    for (let nth = 1;; nth++) {
        let added = 0;
        const ending = await readList(client, {
            add: (rows) => (added += entries.add(rows)),
            hasEnough: () => !all && names.values().every((name) => entries.has(name)),
            holdsNoMore: () => entries.holdsNoMore
        });
        entries.settle();
        const known = { entries, ending };
        if (ending.kind === 'unusable')
            return { ...known, absence: 'no list', why: ending.why };
        if (ending.kind === 'enough')
            return { ...known, absence: 'not seen', why: 'the list was not read to its end' };
        if (ending.kind === 'failed') {
            if (nth > 1)
                return { ...known, absence: 'not seen', why: ending.why };
            continue;
        }
        // What was delivered is there, unless somebody has deleted it.
        const showsDelivered = delivered.values().every(hasRow);
        const isWhole = nth === 1 ? ending.pages === 1 && showsDelivered : added === 0 && (nth > 2 || showsDelivered);
        if (isWhole || names.values().every(hasRow))
            return { ...known, absence: 'no entry', why: '' };
        if (nth === MAX_READINGS)
            return { ...known, absence: 'not seen', why: 'each reading of the list shows other entries' };
    }
}
/**
 * Checks that the token works and that the address is that of the API, then counts the entries.
 *
 * @throws {ActionError} where the first page cannot be read.
 */
async function countEntries(client) {
    await checkList(client);
    const entries = new Entries(() => false);
    const { kind } = await readList(client, { add: (rows) => entries.add(rows), holdsNoMore: () => entries.holdsNoMore });
    return { entries: entries.size, isComplete: kind === 'complete', differing: 0, withoutRunbook: 0, names: [] };
}

// EXTERNAL MODULE: external "node:child_process"
var external_node_child_process_ = __webpack_require__(1421);
// EXTERNAL MODULE: external "node:stream/consumers"
var consumers_ = __webpack_require__(8321);
;// CONCATENATED MODULE: ./src/git/command.ts








/** Settings that no configuration may change: it could start programs, or write to the checkout. */
const SETTINGS = [
    'core.hooksPath=/dev/null',
    'core.fsmonitor=false',
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
    async stream(args, onChunk, input = '') {
        const child = this.start(args, command_TIMEOUT);
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
    start(args, timeout) {
        const child = (0,external_node_child_process_.spawn)(this.#program, [...this.#before, ...args], { ...this.#options, timeout });
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
    return new errors_ActionError('git', `\`git ${command}\` failed: ${lastLine(stderr).replace(/\.$/, '')}.`, `Run ${wording/* words */.aL.job} again, with a new checkout.`);
}
/** The line in which Git says what happened: the last one that is an error, else the last that is no hint. */
function lastLine(stderr) {
    const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('hint:'));
    const error = lines.findLast((line) => /^(?:fatal|error|remote):/.test(line));
    const line = (error ?? lines.at(-1) ?? 'no reason given').slice(0, 4000);
    return withoutCredentials(line)
        .replace(/[^\x20-\x7e]/g, '?')
        .slice(0, 300);
}
/** Without the user and password of a URL, even if their characters are not encoded: Git prints those of proxies and remotes. */
function withoutCredentials(text) {
    return text.replace(/([a-z][\w+.-]*:\/\/)?[^\s'"]*@/gi, '$1');
}

;// CONCATENATED MODULE: ./src/git/objects.ts

/** Asks for objects by id through one `git cat-file --batch-command`. */
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
    /** The ids whose objects are not here. */
    missing(ids) {
        return this.#ask(ids.map((id) => `info ${id}\n`).join(''), async () => {
            const missing = [];
            for (const id of ids)
                if ((await this.#header(id)).type === 'missing')
                    missing.push(id);
            return missing;
        });
    }
    /** A file that is here. Skips one over the limit while it arrives. */
    read(id, limit) {
        return this.#ask(`contents ${id}\n`, async () => {
            const { type, size } = await this.#header(id);
            if (type === 'missing')
                throw gitError(['cat-file'], `${id} is missing`);
            const bytes = await this.#take(size, size <= limit);
            await this.#take(1, false);
            if (type !== 'blob')
                throw gitError(['cat-file'], `${id} is no file`);
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
        const answer = this.#last.then(() => {
            // Git is killed where it gives no answer, so that a broken disk does not hang the job.
            const timer = setTimeout(() => this.#child.kill('SIGKILL'), command_TIMEOUT);
            return receive().finally(() => {
                clearTimeout(timer);
            });
        });
        this.#last = answer.catch(() => undefined);
        return answer;
    }
    /** `<id> <type> <size>`, or `<id> missing`. */
    async #header(id) {
        while (!this.#rest.includes('\n'))
            this.#rest = Buffer.concat([this.#rest, await this.#next()]);
        const end = this.#rest.indexOf('\n');
        const [answered, type, size] = this.#rest.toString('latin1', 0, end).split(' ');
        this.#rest = this.#rest.subarray(end + 1);
        if (answered !== id)
            throw gitError(['cat-file'], 'it answers out of order');
        return { type, size: Number(size) };
    }
    /** The next `length` bytes, or undefined if they are not to be kept. */
    async #take(length, keep) {
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
        const { value } = await this.#chunks.next().catch(() => ({ value: undefined }));
        if (value === undefined)
            throw gitError(['cat-file'], this.#stderr === '' ? 'it ended' : this.#stderr);
        return value;
    }
}

// EXTERNAL MODULE: external "node:buffer"
var external_node_buffer_ = __webpack_require__(4573);
;// CONCATENATED MODULE: ./src/git/output.ts


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
function linesOf(text) {
    return text.split('\n').filter((line) => line !== '');
}
/** Why an entry of a tree is never read; undefined for a regular file. */
function skipByMode(mode = '') {
    if (mode === '100644' || mode === '100755')
        return undefined;
    if (mode === '120000')
        return 'symlink';
    return mode === '160000' ? 'submodule' : 'special file';
}
/** Parses `git ls-tree -r -z`: `<mode> <type> <id>TAB<path>`. */
function parseTree(selection) {
    return splitRecords((record, valid) => {
        const tab = record.indexOf('\t');
        const id = record.slice(record.lastIndexOf(' ', tab) + 1, tab);
        const skip = skipByMode(record.slice(0, 6)) ?? (valid ? undefined : 'not UTF-8');
        selection.add(record.slice(tab + 1), id, skip);
    });
}
/**
 * Parses `git diff-tree -r -z --raw --no-renames`: `:<mode> <mode> <id> <id> <status>`, then the path.
 *
 * @param onDifference gets the path and what it was before; undefined where it was no regular file.
 */
function parseDifferences(onDifference) {
    let header;
    return splitRecords((record, valid) => {
        if (header === undefined) {
            header = record.slice(1).split(' ');
            return;
        }
        const [mode, , id] = header;
        header = undefined;
        if (valid)
            onDifference(record, skipByMode(mode) === undefined ? id : undefined);
    });
}

// EXTERNAL MODULE: external "node:tls"
var external_node_tls_ = __webpack_require__(1692);
;// CONCATENATED MODULE: ./src/git/remote.ts






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
 * @param options further options of `git fetch`.
 * @returns why it failed; undefined where they have arrived.
 */
async function fetchObjects(git, setup, ids, known, options) {
    const { job, token } = setup;
    const input = `${ids.join('\n')}\n`;
    if (setup.user !== undefined)
        return fetchAs(setup.user, git.gitDir, input);
    if (job.repository === '')
        return 'nothing tells the address of the repository';
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
    const before = await (0,promises_.readFile)(config);
    for (let attempt = 1;; attempt++) {
        const { code, stderr } = await runFetch(git, args, { input, env }).finally(async () => {
            // A fetch with a filter registers its remote, and every later command would fetch single objects from there.
            await (0,promises_.writeFile)(`${config}.before`, before);
            await (0,promises_.rename)(`${config}.before`, config);
        });
        if (code === 0)
            return undefined;
        const problem = lastLine(token?.redact(stderr) ?? stderr);
        if (attempt === 2 || !TRANSIENT.test(problem))
            return problem;
        await (0,external_node_timers_promises_.setTimeout)(RETRY_DELAY);
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
        await (0,promises_.writeFile)(variables['GIT_SSL_CAINFO'], (0,external_node_tls_.getCACertificates)().join('\n'));
    }
    return variables;
}

;// CONCATENATED MODULE: ./src/git/repository.ts











/**
 * A bare repository of our own that borrows the objects of the checkout. The checkout is never written to, and nothing in
 * its configuration, hooks and attributes has an effect.
 */
class repository_Repository {
    /** Absolute path of the checkout. */
    folder;
    /** Why the last fetch that failed did so. */
    problem = '';
    #git;
    #setup;
    #objects;
    constructor(git, folder, setup) {
        this.#git = git;
        this.folder = folder;
        this.#setup = setup;
    }
    /**
     * @param gitDir absolute path of the checkout's `.git`.
     * @throws {ActionError} of kind `git` where the checkout cannot be used.
     */
    static async open(gitDir, setup) {
        const { program, job, env } = setup;
        const checkout = new Git(program, gitDir, env);
        const folder = await (0,promises_.mkdtemp)((0,external_node_path_.join)(job.temp, 'runbook-sync-git-')).catch((error) => {
            throw new errors_ActionError('files', `No folder can be made in the folder for temporary files (${job.temp}): ${errors_messageOf(error)}.`, 'Let this user write there, and make sure that the disk is not full.', { cause: error });
        });
        const repository = new repository_Repository(new Git(program, (0,external_node_path_.join)(folder, 'git'), env), (0,external_node_path_.dirname)(gitDir), setup);
        try {
            await repository.#borrowFrom(checkout);
            // A checkout that lacks the commit of the job may be of another repository.
            if (!(await repository.#has(job.sha)))
                await checkOrigin(checkout, job.repository);
            return repository;
        }
        catch (error) {
            await repository[Symbol.asyncDispose]();
            await checkVersion(checkout);
            throw error;
        }
    }
    /** Takes from the checkout where its objects are, and nothing that its configuration could decide. */
    async #borrowFrom(checkout) {
        const command = ['rev-parse', '--path-format=absolute'];
        const names = ['--git-path', 'objects', '--git-path', 'shallow', '--show-object-format=storage'];
        const [objects = '', shallow = '', objectFormat = ''] = linesOf(await checkout.text([...command, ...names]));
        const { gitDir } = this.#git;
        await this.#git.text(['init', '--quiet', '--bare', '--template=', `--object-format=${objectFormat}`]);
        await (0,promises_.mkdir)((0,external_node_path_.join)(gitDir, 'objects', 'info'), { recursive: true });
        await (0,promises_.writeFile)((0,external_node_path_.join)(gitDir, 'objects', 'info', 'alternates'), `${objects}\n`);
        const stats = (0,external_node_fs_.lstatSync)(shallow, { throwIfNoEntry: false });
        // A complete history has no list of commits without parents.
        if (stats === undefined)
            return;
        // A pipe would never end, and Git prints a line that is no commit, of any file that a link leads to.
        const commits = stats.isFile() ? await (0,promises_.readFile)(shallow, 'latin1') : '?';
        if (!linesOf(commits).every((line) => event_COMMIT.test(line)))
            throw gitError(['rev-parse'], 'the list of commits without parents is damaged');
        await (0,promises_.writeFile)((0,external_node_path_.join)(gitDir, 'shallow'), commits);
    }
    /** Whether commits are here, or could be fetched: all of them, or none. */
    async hasCommits(commits) {
        const missing = await this.#reader.missing([...new Set(commits)]);
        return missing.length === 0 || this.#fetchCommits(missing);
    }
    /**
     * Makes commits readable.
     *
     * @throws {ActionError} of kind `git` where they cannot be fetched.
     */
    async ensureCommits(...commits) {
        if (await this.hasCommits(commits))
            return;
        throw new errors_ActionError('git', `The commit ${commits.map(event_shortId).join(' or ')} cannot be fetched: ${this.problem}.`, wording/* words */.aL.fetch);
    }
    /** The full id of the commit that an id of a tag or commit means. */
    async peel(id) {
        return this.#git.text(['rev-parse', '--verify', '--end-of-options', `${id}^{commit}`]);
    }
    /** The parents of a commit, even if a shallow history hides them. */
    async parents(commit) {
        const [header = ''] = (await this.#git.text(['cat-file', 'commit', commit])).split('\n\n', 1);
        return Array.from(header.matchAll(/^parent (\w+)$/gm), ([, id = '']) => id);
    }
    /** The commit's date: `2026-11-20`. */
    async dateOf(commit) {
        return this.#git.text(['rev-list', '--no-walk', '--no-commit-header', '--format=%cs', commit]);
    }
    /**
     * By path, the object ids that the selected files have in `commits` where `tip` has something else; none where a file is
     * new in `tip`. Undefined where one of the commits cannot be had.
     */
    async earlierIds(tip, commits, matches) {
        if (!(await this.hasCommits([tip, ...commits])))
            return undefined;
        return this.#withTrees([tip, ...commits], async () => {
            const found = new Map();
            const parse = parseDifferences((path, before) => {
                if (!matches(path))
                    return;
                const known = found.get(path) ?? new Set();
                found.set(path, known);
                if (before !== undefined)
                    known.add(before);
            });
            const input = commits.map((commit) => `${tip} ${commit}\n`).join('');
            const command = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--stdin', '--no-commit-id'];
            await this.#git.stream(command, parse, input);
            return found;
        });
    }
    /** The regular files of a commit that the patterns select. */
    async list(commit, matches) {
        return this.#withTrees([commit], async () => {
            const selection = new Selection(matches);
            await this.#git.stream(['ls-tree', '-r', '-z', '--full-tree', commit], parseTree(selection));
            return selection;
        });
    }
    /** The object ids that a path had in the history of a commit, as far as it is here, the newest first. */
    async versions(commit, path, most) {
        const ids = new Set();
        const parse = parseDifferences((_, before) => {
            if (before !== undefined)
                ids.add(before);
        });
        const command = ['log', '--format=', '--raw', '-z', '--no-renames', '--no-abbrev', `--max-count=${most}`, commit];
        await this.#git.stream([...command, '--', `:(literal)${path}`], parse);
        return [...ids];
    }
    /**
     * Merges two changes of a text, line by line.
     *
     * @returns undefined where they conflict.
     */
    async merge(ours, base, theirs) {
        const files = [];
        for (const text of [ours, base, theirs]) {
            const file = (0,external_node_path_.join)((0,external_node_path_.dirname)(this.#git.gitDir), `merge-${files.length}`);
            // Git takes the last lines of two texts for different ones where one has no line break.
            await (0,promises_.writeFile)(file, text.endsWith('\n') || text === '' ? text : `${text}\n`);
            files.push(file);
        }
        const { code, stdout, stderr } = await this.#git.run(['merge-file', '-p', '--quiet', ...files]);
        if (code > 127)
            throw gitError(['merge-file'], stderr);
        return code === 0 ? stdout : undefined;
    }
    /** Makes files readable at once that a partial clone lacks. */
    async prefetch(ids) {
        const missing = await this.#reader.missing([...ids]);
        if (missing.length === 0 || (await this.#fetch(missing)))
            return;
        const what = `${(0,wording/* count */.U9)(missing.length, 'file')} that the checkout lacks`;
        throw new errors_ActionError('git', `${what} cannot be fetched: ${this.problem.replace(/\.$/, '')}.`, wording/* words */.aL.fetch);
    }
    /** The content of a file, at most `limit` bytes. Calls may overlap. */
    read({ id }, limit) {
        return this.#reader.read(id, limit);
    }
    /** Those of `paths` that are neither a file nor a folder in `commit`. */
    async missing(commit, paths) {
        const missing = new Set(paths);
        const parse = splitRecords((path) => {
            missing.delete(path);
        });
        if (missing.size > 0) {
            await this.#git.stream(['ls-tree', '-r', '-t', '-z', '--name-only', '--full-tree', commit], parse);
        }
        return missing;
    }
    async [Symbol.asyncDispose]() {
        this.#git[Symbol.dispose]();
        // On Windows a virus scanner may keep a file open; the runner empties this folder after the job.
        await (0,promises_.rm)((0,external_node_path_.dirname)(this.#git.gitDir), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    }
    /** Without history: two commits are compared without those between them. */
    async #fetchCommits(commits, more = []) {
        const { sha } = this.#setup.job;
        return this.#fetch(commits, (await this.#has(sha)) ? sha : undefined, ['--depth=1', ...more]);
    }
    async #fetch(ids, known, options = []) {
        const problem = await fetchObjects(this.#git, this.#setup, ids, known, options);
        if (problem !== undefined)
            this.problem = problem;
        return problem === undefined;
    }
    /** Runs what reads trees; fetches them where the checkout has none (`filter: tree:0`) and runs it again. */
    async #withTrees(commits, run) {
        try {
            return await run();
        }
        catch (error) {
            if (!(await this.#fetchCommits(commits, ['--refetch'])))
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
async function checkOrigin(git, repository) {
    const { stdout } = await git.run(['config', '--get', 'remote.origin.url']);
    const origin = /[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(stdout.trim())?.[1];
    if (origin === undefined || origin.toLowerCase() === repository.toLowerCase())
        return;
    throw new errors_ActionError('git', `The checkout in ${(0,external_node_path_.dirname)(git.gitDir)} is of ${origin}; this workflow runs in ${repository}.`, `Check out ${repository} (leave out \`repository\` of actions/checkout), or name its folder with \`root\`; or run the ` +
        `workflow in ${origin}.`);
}
/** `git fetch --refetch` and `git cat-file --batch-command` came with 2.36. */
async function checkVersion(git) {
    const answer = await git.text(['version']);
    const [, major, minor] = /(\d+)\.(\d+)/.exec(answer) ?? [];
    if (Number(major) * 1000 + Number(minor) >= 2036)
        return;
    throw new errors_ActionError('git', `Git is too old: ${answer}.`, `Install Git 2.36 or newer on ${wording/* words */.aL.machine}.`);
}

;// CONCATENATED MODULE: ./src/sync/confirm.ts






/** Milliseconds between the first readings, and between all others. */
const INTERVALS = [1000, 2000, 4000, 8000, 16_000];
const LONGEST_INTERVAL = 30_000;
/**
 * Reads the list until it shows what a run has sent, each entry for itself, or the time is over: an answer alone is no evidence.
 * Notes in the items what was not stored as it was sent.
 *
 * @param within milliseconds in which the list shows what is stored; 0 where it is not looked for.
 * @param isProbe whether more is to be sent: the list is then read once to find copies, even if `within` is 0.
 * @param isFaithful whether the list is known to show texts as they were sent.
 * @param onWait gets what is waited for, in words.
 * @throws {ActionError} of kind `copies` where an upsert made a second entry; what else ended the run.
 */
async function confirmSent(sent, client, { within, isProbe, isFaithful, onWait }) {
    if (within === 0 && !isProbe)
        return { listShows: undefined, doubt: undefined };
    const until = performance.now() + within;
    let waiting = sent;
    let listShows;
    for (let nth = 0; waiting.length > 0; nth++) {
        const seen = new Seen(waiting, isFaithful);
        const ending = await readList(client, { ...seen.reader, hasEnough: () => seen.hasAll });
        const copied = ending.kind === 'failed' ? undefined : waiting.find((entry) => seen.isCopied(entry));
        if (copied !== undefined) {
            const error = copiesError(copied);
            client.end(error);
            throw error;
        }
        if (listShows !== 'changed')
            listShows = seen.listShows ?? listShows;
        if (within === 0)
            break;
        waiting = waiting.filter((entry) => !seen.hasArrived(entry));
        if (ending.kind === 'failed' && nth === 0)
            continue;
        if (ending.kind === 'failed' || ending.kind === 'unusable')
            return unproved(listShows, ending.why);
        const unclear = waiting.filter((entry) => seen.problemOf(entry) === undefined);
        if (performance.now() >= until || unclear.length === waiting.length) {
            for (const entry of waiting) {
                const problem = seen.problemOf(entry);
                if (problem !== undefined)
                    entry.item.unconfirmed = unconfirmedError(problem.reason, within);
                if (problem?.isChange === true || seen.isChanged(entry))
                    listShows = 'changed';
            }
            if (unclear.length === 0)
                return { listShows, doubt: undefined };
            return unproved(listShows, `it shows no text that could be compared of ${(0,wording/* count */.U9)(unclear.length, 'entry', 'entries')}`);
        }
        onWait?.(`waiting for the list to show ${(0,wording/* count */.U9)(waiting.length, 'entry', 'entries')}`);
        await client.pause(Math.min(INTERVALS[nth] ?? LONGEST_INTERVAL, until - performance.now()));
    }
    return { listShows, doubt: undefined };
}
function unproved(listShows, doubt) {
    return { listShows: listShows === 'changed' ? listShows : undefined, doubt };
}
function unconfirmedError(reason, within) {
    const seconds = Math.round(within / 1000);
    const hint = `Look at the entry in the assistant. If its list takes longer than ${seconds} s to show what is stored, raise ${wording/* words */.aL.input('confirm-within')}.`;
    return new errors_ActionError('entry-rejected', reason, hint);
}
function copiesError({ name }) {
    return new errors_ActionError('copies', `The service made a second entry “${name}” instead of updating the first.`, 'Remove the copy in the assistant, and ask those who operate the service how an upsert finds the entry to update. ' +
        'Nothing else was sent.');
}
/** What one reading of the list shows of some entries. */
class Seen {
    #byName;
    /** The rows under the name of each entry. */
    #shown = new Map();
    #arrived = new Set();
    /** Of the rows of these entries: a list may repeat a page. */
    #keys = new Set();
    #isFaithful;
    /** Of the texts that have a version, in characters. */
    #longest = 0;
    /** Of the entries that have arrived. */
    listShows;
    constructor(entries, isFaithful) {
        this.#isFaithful = isFaithful;
        this.#byName = new Map(entries.map((entry) => [(0,normal_form/* foldName */.zN)(entry.name), entry]));
    }
    get hasAll() {
        return this.#arrived.size === this.#byName.size;
    }
    reader = {
        // Only what the list shows last counts, except that what has arrived has arrived.
        begin: () => {
            this.#shown.clear();
            this.#keys.clear();
        },
        add: (rows) => {
            this.#add(rows);
        }
    };
    #add(rows) {
        for (const { key, name, content, isDeleted } of rows) {
            if (isDeleted)
                continue;
            const isMarked = content !== undefined && (0,source_line/* hasVersion */.Xj)(content);
            if (isMarked)
                this.#longest = Math.max(this.#longest, content.length);
            const entry = this.#byName.get((0,normal_form/* foldName */.zN)(name));
            if (entry === undefined)
                continue;
            if (!addKey(this.#keys, key))
                continue;
            const shown = this.#shown.get(entry) ?? [];
            this.#shown.set(entry, shown);
            const isReplaced = content !== undefined && entry.replaced.includes(content);
            shown.push({ isExact: name === entry.name, length: content?.length, hasVersion: isMarked, isReplaced });
            if (content?.includes(entry.version) !== true)
                continue;
            this.#arrived.add(entry);
            const { origin, line } = rowOf(name, content);
            const isAsSent = origin === 'ours' && line?.digits === entry.version;
            this.listShows = isAsSent ? (this.listShows ?? 'as sent') : 'changed';
        }
    }
    hasArrived(entry) {
        return this.#arrived.has(entry);
    }
    isCopied(entry) {
        return entry.before !== undefined && this.#rowsOf(entry).length > Math.max(1, entry.before);
    }
    /**
     * What is wrong with an entry, if it stays so; `isChange` where the service has changed the text, as far as the list tells.
     * Undefined where nothing can be told, because no text is there that could be compared.
     */
    problemOf(entry) {
        const rows = this.#rowsOf(entry);
        if (rows.length === 0) {
            return { reason: 'The service accepted the entry, and its list does not show it.', isChange: false };
        }
        const lengths = rows.flatMap(({ length }) => length ?? []);
        if (lengths.length === 0)
            return undefined;
        if (rows.some((row) => row.hasVersion)) {
            return { reason: 'The service accepted the entry, and its list shows another version.', isChange: false };
        }
        // A list that shows no version may show the same text for every entry.
        if ((this.#longest > 0 || this.#isFaithful) && rows.some((row) => row.isReplaced)) {
            return { reason: 'The service accepted the entry, and its list still shows the text of before.', isChange: false };
        }
        if (lengths.every((length) => length >= this.#longest))
            return undefined;
        return { reason: 'The service accepted the entry, and cut or replaced its text.', isChange: true };
    }
    /** Whether the service has made the text that it shows: the entry is new, and has a text without a version. */
    isChanged(entry) {
        const rows = this.#rowsOf(entry);
        return entry.before === 0 && rows.some(({ length = 0 }) => length > 0) && !rows.some((row) => row.hasVersion);
    }
    /** Of exactly this name, else of one that a service may take for the same. */
    #rowsOf(entry) {
        const shown = this.#shown.get(entry) ?? [];
        const exact = shown.filter(({ isExact }) => isExact);
        return exact.length > 0 ? exact : shown;
    }
}

// EXTERNAL MODULE: ./node_modules/diff/libesm/patch/create.js + 1 modules
var create = __webpack_require__(5725);
;// CONCATENATED MODULE: ./src/sync/decide.ts



/** What becomes of each runbook that the run is about, and of each entry whose runbook is gone. `runbooks.ts` has refused or skipped the others. */
function decide(runbooks, knowledge, facts) {
    return [
        ...runbooks.others,
        ...runbooks.due.map((runbook) => decideRunbook(runbook, knowledge, facts)),
        ...decideEntries(runbooks, knowledge, facts)
    ];
}
/** The same before the list is read, and where a plan cannot read it. */
function decideWithoutList({ others, due }) {
    return [
        ...others,
        ...due.map(({ path, name }) => ({ about: 'runbook', path, name, kind: 'send', reason: '' }))
    ];
}
const bringHomeHint = () => `To keep the text, bring it into the file with \`runbook-sync pull\`, or by hand. To discard it, ${wording/* words */.aL.replace}.`;
const elsewhereHint = () => `Two runbooks have one name. Give this one another by ${wording/* words */.aL.input('entry-name')} or by its \`title\`, or deliver both ` +
    `from one place. To replace the entry, ${wording/* words */.aL.replace}.`;
/** What one row means for its runbook. Of several rows of a name, the first in this order decides. */
const MEANINGS = ['conflict', 'send', 'kept', 'unchanged'];
function decideRunbook(runbook, knowledge, facts) {
    const { path, name } = runbook;
    const about = { about: 'runbook', path, name };
    const rows = knowledge.entries.rowsOf(name);
    const replaces = facts.onConflict === 'replace' || facts.replace.has(path);
    if (rows.length === 0) {
        if (knowledge.absence === 'no entry')
            return { ...about, kind: 'send', reason: 'A new entry.' };
        if (knowledge.absence === 'no list' || replaces)
            return { ...about, kind: 'send', reason: '' };
        const error = knowledge.ending.kind === 'failed' ? knowledge.ending.error : undefined;
        // Then nothing can be sent either.
        if (error?.kind === 'unreachable')
            return { ...about, kind: 'pending', reason: error.message, hint: error.hint };
        const reason = `The run cannot see edits in the assistant: ${knowledge.why}.`;
        const again = `Run ${wording/* words */.aL.job} again. If this stays, use ${wording/* words */.aL.input('on-conflict', 'replace')} once.`;
        return { ...about, kind: 'pending', reason, hint: again };
    }
    const meanings = rows.map((row) => meaningOf(row, runbook, facts));
    const rank = ({ kind }) => MEANINGS.indexOf(kind);
    const { kind, reason, hint = bringHomeHint() } = meanings.reduce((first, next) => (rank(next) < rank(first) ? next : first));
    const texts = rows.flatMap((row) => foreignText(row, runbook, facts) ?? []);
    switch (kind) {
        case 'conflict':
            if (replaces)
                return { ...about, kind: 'send', reason: 'Replaces a text of the assistant.', texts };
            return { ...about, kind: 'refused', cause: 'conflict', reason, hint, texts };
        case 'kept':
            // An edit of the present text is replaced only where a person has named its runbook.
            if (facts.replace.has(path))
                return { ...about, kind: 'send', reason: 'Replaces an edit.', texts };
            return { ...about, kind, reason, hint: 'Bring the edit into the file with `runbook-sync pull`.', texts };
        case 'send':
            return { ...about, kind, reason, texts };
        case 'unchanged':
            return { ...about, kind, reason };
    }
}
/** The first line that fits decides. docs/decisions.md has this table. */
function meaningOf(row, runbook, facts) {
    const { name, origin, line } = row;
    const update = { kind: 'send', reason: 'Updates its entry.' };
    if (origin === 'empty' || origin === 'hidden' || origin === 'unclear' || !facts.isComparable)
        return update;
    if (line !== undefined && !isOwn(line, facts))
        return {
            kind: 'conflict',
            hint: elsewhereHint(),
            reason: `The entry “${name}” comes from ${(0,wording/* joined */.oR)([line.root, line.path], '/')}.`
        };
    if (origin === 'ours' && line?.digits === runbook.version && line.root === facts.root) {
        if (facts.trustsList && !facts.hasChanged(runbook.path))
            return { kind: 'unchanged', reason: '' };
        return { kind: 'send', reason: 'Sent again, because the list may be old.' };
    }
    if (isSameText(row, runbook))
        return { kind: 'send', reason: 'The runbook has the text of the assistant now.' };
    if (origin === 'ours')
        return update;
    if (line?.digits === runbook.version)
        return { kind: 'kept', reason: `Somebody edited the entry “${name}” in the assistant; the edit stays.` };
    const explanation = facts.explained.get(row);
    if (explanation === 'merged')
        return { kind: 'send', reason: 'The runbook contains the edit now.' };
    if (explanation !== undefined)
        return update;
    const how = origin === 'edited' ? 'Somebody edited' : 'Somebody wrote';
    const from = line === undefined ? '' : `, from version ${line.digits}`;
    return { kind: 'conflict', reason: `${how} the entry “${name}” in the assistant${from}.` };
}
/** Whether a line leads to a file of this repository, but to none that `files` leaves to another step. */
function isOwn(line, { isOfRepository, unselected }) {
    return isOfRepository(line) && !unselected.has(line.path);
}
/** Whether a row has the text that would be sent, but for its source line. */
function isSameText({ content }, { name, path, version }) {
    return (0,source_line/* versionOf */.E4)(name, path, (0,source_line/* editIn */.Gj)(content)) === version;
}
/** A text that would be lost if the runbook were sent. */
function foreignText(row, runbook, facts) {
    const { origin, content, line } = row;
    if (origin === 'empty' || origin === 'hidden')
        return undefined;
    if (origin !== 'ours' && (isSameText(row, runbook) || facts.explained.get(row) === 'in Git'))
        return undefined;
    if (origin !== 'ours' && (!facts.isComparable || facts.explained.has(row)))
        return { origin: 'unclear', content };
    if (line !== undefined && !isOwn(line, facts))
        return { origin: 'elsewhere', content };
    return origin === 'ours' ? undefined : { origin, content };
}
/** What happened to the runbook of an entry, in words that follow "Its runbook". */
const REASONS = {
    removed: 'was removed',
    moved: 'was moved',
    renamed: 'was given another name',
    excluded: 'was taken out of the knowledge base'
};
/** Entries whose runbooks are gone. */
function decideEntries(runbooks, knowledge, facts) {
    const byName = new Map();
    const showsTexts = facts.isComparable && knowledge.entries.rows.some(({ line }) => line !== undefined);
    const found = showsTexts ? orphansInList(runbooks, knowledge, facts) : orphansInGit(runbooks, knowledge, facts);
    for (const decision of found)
        byName.set((0,normal_form/* foldName */.zN)(decision.name ?? ''), decision);
    return [...byName.values()];
}
/** Those that say themselves that they come from a file of this branch, which has no such runbook. */
function orphansInList({ nameAt, mayBeOfRunbook }, { entries }, facts) {
    // An upsert may reach any of the entries that share a name.
    const written = entries.rows.filter(({ origin }) => origin !== 'ours' && origin !== 'empty');
    const hasForeign = new Set(written.map(({ name }) => (0,normal_form/* foldName */.zN)(name)));
    return entries.rows.flatMap((row) => {
        const { name, line } = row;
        if (line?.kind !== 'version' || !facts.isOfBranch(line) || mayBeOfRunbook(name))
            return [];
        const { path } = line;
        if (!nameAt.has(path) && (facts.unselected.has(path) || !facts.matches(path)))
            return [];
        const former = facts.former.find((one) => one.path === path && (0,normal_form/* foldName */.zN)(one.name) === (0,normal_form/* foldName */.zN)(name));
        // The step of another template of names has other entries of the same files.
        const isProved = former !== undefined || nameAt.get(path) === undefined;
        const decision = orphan(path, name, former?.movedTo, nameAt);
        if (hasForeign.has((0,normal_form/* foldName */.zN)(name))) {
            return [{ ...decision, reason: `${decision.reason} Somebody edited the entry, so it stays.` }];
        }
        return [
            facts.removed === 'retire' && isProved ? { ...decision, kind: 'retire', hint: undefined } : decision
        ];
    });
}
/** Where the list shows no texts, only this run can know: the next one does not see what was removed. */
function orphansInGit({ nameAt, mayBeOfRunbook }, { entries, absence }, facts) {
    return facts.former
        .filter(({ path, name, isDelivered }) => {
        const isShown = entries.rowsOf(name).length > 0 || (isDelivered && absence !== 'no entry');
        return isShown && !mayBeOfRunbook(name) && !facts.unselected.has(path);
    })
        .map(({ path, name, movedTo }) => orphan(path, name, movedTo, nameAt));
}
function orphan(path, name, movedTo, nameAt) {
    const place = nameAt.has(path) ? path : movedTo;
    const nameNow = place === undefined ? undefined : nameAt.get(place);
    const now = place === undefined || nameNow === undefined ? undefined : { path: place, name: nameNow };
    const isHere = nameAt.has(path);
    const how = REASONS[now === undefined ? (isHere ? 'excluded' : 'removed') : isHere ? 'renamed' : 'moved'];
    return {
        ...{ about: 'entry', path, name, kind: 'orphaned', gone: { how, now } },
        reason: `Its runbook ${how}${now === undefined ? '' : `, now ${now.path} (“${now.name}”)`}.`,
        hint: 'Delete its entry in the assistant.'
    };
}

// EXTERNAL MODULE: ./node_modules/diff/libesm/diff/array.js
var diff_array = __webpack_require__(1318);
// EXTERNAL MODULE: ./src/runbook/links.ts
var runbook_links = __webpack_require__(7037);
// EXTERNAL MODULE: ./src/runbook/markdown.ts + 1 modules
var markdown = __webpack_require__(6988);
// EXTERNAL MODULE: ./src/runbook/runbook.ts + 2 modules
var runbook_runbook = __webpack_require__(3589);
;// CONCATENATED MODULE: ./src/runbook/edit.ts





/** Changed lines beyond which an edit is not brought home: the time grows with their square. */
const MAX_EDIT_LENGTH = 2000;
/** Changed words between two texts: of more, no merge by hand can be told. */
const MAX_EDITED_WORDS = 500;
/**
 * Changes a file as if the person who edited its entry had edited the file: the front matter and all lines that the edit
 * leaves alone stay as they are, and links of this repository become relative again.
 *
 * @param edit the text of the entry without its source line.
 * @returns the file; undefined where it would not become an entry of this name with the text of the edit.
 */
function applyEdit(path, file, edit, options) {
    const usesCrlf = file.includes('\r\n') && !/(?<!\r)\n/.test(file);
    const text = usesCrlf ? file.replaceAll('\r\n', '\n') : file;
    const before = (0,runbook_runbook/* convertText */.f)(path, text, options);
    if (before === undefined)
        return undefined;
    const lines = editLines(path, text, before, edit, options);
    if (lines === undefined)
        return undefined;
    const result = usesCrlf ? lines.join('\r\n') : lines.join('\n');
    const after = (0,runbook_runbook/* convertText */.f)(path, result, options);
    return after?.name === before.name && (0,normal_form/* normalForm */.IN)(after.text) === (0,normal_form/* normalForm */.IN)(edit) ? result : undefined;
}
/**
 * Whether a text has each word that an edit added to the one before it, beside the same word, and none that the edit took
 * away: a person who merges both by hand at the same place writes such a text, in which no merge of lines finds the edit. Of
 * an edit that only takes words away nobody can tell, because another change of this place may have done that.
 */
function hasWordsOf(now, before, edit) {
    const added = lostWords(edit, before);
    if (!added?.size || lostWords(edit, now)?.isDisjointFrom(added) !== true)
        return false;
    const removed = lostWords(before, edit);
    if (removed === undefined || lostWords(before, now)?.isSupersetOf(removed) !== true)
        return false;
    // A short word such as "not" may also stand in another sentence.
    const [pairs, present] = [pairsOf(edit), new Set(pairsOf(now))];
    return [...added].every((at) => pairs.slice(at, at + 2).some((pair) => present.has(pair)));
}
/** Each word with the one before it, and the last one with nothing. */
function pairsOf(text) {
    const words = wordsOf(text);
    return [...words, ''].map((word, at) => `${words[at - 1] ?? ''} ${word}`);
}
function wordsOf(text) {
    return text.match(/\S+/g) ?? [];
}
/** Positions of the words that another text lacks; undefined where both differ too much to be compared. */
function lostWords(from, to) {
    const parts = (0,diff_array/* diffArrays */.E)(wordsOf(from), wordsOf(to), { maxEditLength: MAX_EDITED_WORDS });
    if (parts === undefined)
        return undefined;
    const lost = new Set();
    let at = 0;
    for (const { added, removed, count } of parts) {
        if (added)
            continue;
        for (const end = at + count; at < end; at++)
            if (removed)
                lost.add(at);
    }
    return lost;
}
function editLines(path, file, { text, firstLine }, edit, options) {
    const fileLines = file.split('\n');
    const shown = relativeLinks(path, fileLines.slice(firstLine - 1).join('\n'), edit, options).split('\n');
    // Converting keeps the lines of a file, but for its front matter.
    const bodyAt = options.frontMatter === 'keep' ? 0 : firstLine - 1;
    const ownLines = text.split('\n');
    const offset = fileLines.length - ownLines.length;
    const [own, edited] = [textLines(ownLines), textLines(edit.split('\n'))];
    const parts = (0,diff_array/* diffArrays */.E)(own, edited, {
        maxEditLength: MAX_EDIT_LENGTH,
        comparator: (a, b) => a === own[0] && b === edited[0]
            ? a.text.trimStart() === b.text.trimStart()
            : a.text === b.text && (a.gap > 0 === b.gap > 0 || a === own[0] || b === edited[0])
    });
    if (parts === undefined)
        return undefined;
    const first = own.find(({ at }) => at + offset >= bodyAt);
    const lines = fileLines.slice(0, bodyAt);
    const blanksBefore = ({ at, gap }) => fileLines.slice(Math.max(bodyAt, at + offset - gap), at + offset);
    let [ownAt, editedAt] = [0, 0];
    let removed = [];
    for (const part of parts) {
        if (part.removed) {
            removed = own.slice(ownAt, (ownAt += part.count));
            continue;
        }
        const after = edited.slice(editedAt, (editedAt += part.count));
        const same = part.added ? [] : own.slice(ownAt, (ownAt += part.count));
        for (const [nth, line] of after.entries()) {
            const mine = same[nth];
            if (mine !== undefined && mine.at + offset < bodyAt)
                continue;
            const near = mine ?? removed[nth] ?? (line === edited[0] ? first : undefined);
            const blanks = near === undefined || (line.gap === 0 && near !== first) ? [] : blanksBefore(near);
            lines.push(...(blanks.length === 0 && near !== first ? Array(line.gap).fill('') : blanks));
            lines.push((mine === undefined ? shown[line.at] : fileLines[mine.at + offset]) ?? '');
        }
        removed = [];
    }
    const last = own.at(-1);
    return [...lines, ...fileLines.slice(last === undefined ? bodyAt : Math.max(bodyAt, last.at + offset + 1))];
}
/** The lines with text, each with the number of blank lines before it: services and people change these without a meaning. */
function textLines(lines) {
    const found = [];
    let gap = 0;
    for (const [at, line] of lines.entries()) {
        const text = (0,normal_form/* composed */.p4)(line.trimEnd());
        if (text !== '')
            found.push({ at, text, gap });
        gap = text === '' ? gap + 1 : 0;
    }
    return found;
}
/** @param body of the file, which spells some links already. */
function relativeLinks(path, body, edit, options) {
    if (options.links === 'keep')
        return edit;
    try {
        const [own, edited] = [(0,markdown/* parseMarkdown */.D)(body), (0,markdown/* parseMarkdown */.D)(edit)];
        return (0,runbook_links/* makeLinksRelative */.Oy)(edit, edited.destinations, path, options, { markdown: body, ...own });
    }
    catch (error) {
        // Nested too deeply for the memory of this machine.
        if (error instanceof RangeError)
            return edit;
        throw error;
    }
}

;// CONCATENATED MODULE: ./src/sync/facts.ts






/** Earlier texts of one file that are compared with an edit. */
const MAX_VERSIONS = 100;
/** What changed and removed files were called. */
async function formerNames({ earlier, selected }, reader) {
    const files = [...earlier].flatMap(([path, { ids }]) => Array.from(ids, (id) => ({ path, id })));
    const isNew = ({ path }) => earlier.get(path)?.ids.size === 0;
    const added = new Map(selected.files.filter(isNew).map(({ id, path }) => [id, path]));
    const names = await reader.earlierNames(files);
    return names.map(({ path, id, name }) => {
        return { path, name, isDelivered: earlier.get(path)?.atBase === id, movedTo: added.get(id) };
    });
}
/** The names that the knowledge base has since the base was delivered; none without a base. */
function deliveredNames({ baseCommit, earlier }, { named }, former) {
    if (baseCommit === '')
        return new Set();
    const unchanged = named.filter(({ path }) => !earlier.has(path));
    return new Set([...unchanged, ...former.filter(({ isDelivered }) => isDelivered)].map(({ name }) => name));
}
/** Tells source lines of this repository and branch from those of others. A repository or branch may have another name since the base. */
function ownership(link, ref, { settings }) {
    const own = { server: digestOf(link.serverUrl), repository: digestOf(link.repository), ref: digestOf(ref) };
    const root = (0,runbook_links/* blobRoot */.Yu)(link);
    const isOf = (line, names) => {
        if (line.root === root)
            return true;
        const place = (0,source_line/* placeOf */.$t)(line);
        if (place === undefined)
            return false;
        const kind = ref.startsWith('refs/tags/') ? 'tags' : 'heads';
        const its = {
            ...{ server: digestOf(place.serverUrl), repository: digestOf(place.repository) },
            ref: digestOf(`refs/${kind}/${place.ref}`)
        };
        return [own, settings].some((known) => names.every((name) => known[name] === its[name]));
    };
    return {
        root,
        // A service may take links away.
        isOfRepository: (line) => line.root === '' || isOf(line, ['server', 'repository']),
        isOfBranch: (line) => isOf(line, ['server', 'repository', 'ref'])
    };
}
/**
 * Whether the list shows texts as they were written: at least half of those that the Action has certainly sent are its own.
 * A list of HTML, of cut or of sanitised texts shows none, and people edit few. Where it has shown texts as they were sent
 * before, a third is enough.
 */
function isComparable({ rows }, delivered, isOfRepository, { listShows, refused }) {
    const count = (wanted) => rows.filter(wanted).length;
    const ours = count(({ line, origin }) => line !== undefined && origin === 'ours' && isOfRepository(line));
    const edited = count(({ line, origin }) => line !== undefined && origin === 'edited' && isOfRepository(line));
    const unclear = count(({ name, origin }) => origin === 'unclear' && delivered.has(name));
    // Runbooks that the base has refused were not sent.
    const byHand = Math.max(0, count(({ name, origin }) => origin === 'by hand' && delivered.has(name)) - refused);
    const all = ours + edited + unclear + byHand;
    const enough = listShows === 'as sent' ? all / 3 : all / 2;
    return listShows !== 'changed' && (all < 2 || ours >= enough);
}
/** Paths of source lines, and of removed files, that the tip has although `files` does not select them. */
async function unselectedPaths(source, tip, { nameAt }, { rows }, former) {
    const sources = rows.flatMap(({ line }) => line?.path ?? []);
    const paths = new Set([...sources, ...former.map(({ path }) => path)].filter((path) => !nameAt.has(path)));
    return paths.difference(await source.missing(tip, paths));
}
/**
 * Whether a text has by now what an edit changed in the one before it: merging both changes nothing, or conflicts, and the
 * text has the words of the edit.
 */
async function containsEdit(source, now, before, edit) {
    const [present, former] = [(0,normal_form/* normalForm */.IN)(now), (0,normal_form/* normalForm */.IN)(before)];
    const merged = await source.merge(present, former, edit);
    return merged === undefined ? hasWordsOf(present, former, edit) : (0,normal_form/* normalForm */.IN)(merged) === present;
}
/** What Git knows of edits that would be conflicts. */
async function explain(conflicts, { changes: { tip, earlier }, base, reader, source, nameAt }) {
    const explained = new Map();
    if (conflicts.length === 0 || source instanceof disk_DiskFiles)
        return explained;
    // A runbook may have been moved since.
    const formerPath = (runbook, row) => row.line?.path ?? runbook.path;
    const paths = new Set(conflicts.map(({ runbook, row }) => formerPath(runbook, row)));
    const isFormer = (path) => paths.has(path);
    const older = base.older.length === 0 ? undefined : await source.earlierIds(tip, base.older, isFormer);
    const explainOne = async (runbook, row) => {
        if (isMisplaced(row, nameAt))
            return 'misplaced';
        const path = formerPath(runbook, row);
        const ids = new Set([...(earlier.get(path)?.ids ?? []), ...(older?.get(path) ?? [])]);
        if (path === runbook.path)
            ids.add(runbook.id);
        if (base.commit === undefined)
            for (const id of await source.versions(tip, path, MAX_VERSIONS))
                ids.add(id);
        const current = (0,source_line/* readSource */.o$)((await reader.entryOf(runbook)) ?? '')?.text ?? '';
        for await (const before of reader.earlierEntries(Array.from(ids, (id) => ({ path, id })))) {
            if (row.line === undefined) {
                if (before.id === runbook.id && (0,normal_form/* normalForm */.IN)(before.body) === (0,normal_form/* normalForm */.IN)(row.content))
                    return 'in Git';
                if ((0,normal_form/* normalForm */.IN)(before.content).startsWith((0,normal_form/* normalForm */.IN)(row.content)))
                    return 'cut';
            }
            else if (before.version === row.line.digits) {
                if (await containsEdit(source, current, before.text, (0,source_line/* editIn */.Gj)(row.content)))
                    return 'merged';
            }
        }
        return undefined;
    };
    for (const { runbook, row } of conflicts) {
        const explanation = await explainOne(runbook, row);
        if (explanation !== undefined)
            explained.set(row, explanation);
    }
    // A list that cuts one text cuts all of them there, also those that Git has in another form by now.
    const lengthOf = ({ content }) => Array.from(content).length;
    const cuts = new Set(Array.from(explained).flatMap(([row, why]) => (why === 'cut' ? lengthOf(row) : [])));
    for (const { row } of conflicts)
        if (row.line === undefined && cuts.has(lengthOf(row)))
            explained.set(row, 'cut');
    return explained;
}
/** Whether a row has the whole entry of another runbook, as it was sent under that name. */
function isMisplaced({ line, content }, nameAt) {
    const shown = line === undefined ? undefined : (0,source_line/* readSource */.o$)(content);
    const name = nameAt.get(shown?.line.path ?? '');
    if (shown?.below !== '' || name === undefined)
        return false;
    return (0,source_line/* versionOf */.E4)(name, shown.line.path, shown.text) === shown.line.digits;
}

// EXTERNAL MODULE: ./node_modules/minimatch/dist/esm/index.js + 6 modules
var esm = __webpack_require__(5273);
;// CONCATENATED MODULE: ./src/changes/patterns.ts



const MAX_PATTERNS = 500;
const MAX_LENGTH = 1000;
/** As @actions/glob 0.7 calls minimatch, the same on every system. */
const OPTIONS = {
    ...{ dot: true, nobrace: true, noext: true, nocomment: true, nonegate: true },
    platform: 'linux'
};
/**
 * The lines of `files`, which select paths relative to the repository's root: the last line that matches decides, `!`
 * excludes, and a folder stands for everything below it, as in @actions/glob. One thing differs: a line that selects and
 * names no ending (a folder, `*`, `**`) selects Markdown files only, not the pictures beside them.
 *
 * Refuses what @actions/glob takes literally although its author meant something else: braces, commas, backslashes.
 */
class Patterns {
    lines;
    #patterns;
    #used = new Set();
    /** @throws {ActionError} of kind `input`, with the way to write it. */
    constructor(lines) {
        if (lines.length > MAX_PATTERNS) {
            const problem = `has ${lines.length} patterns; the limit is ${MAX_PATTERNS}.`;
            throw errors_inputError('files', problem, 'Name folders instead of files.');
        }
        this.lines = lines;
        this.#patterns = lines.map(compilePattern);
        if (this.#patterns.some(({ exclude }) => !exclude))
            return;
        const problem = lines.length === 0 ? 'has no pattern.' : 'has only patterns that exclude (`!`), which select nothing.';
        const hint = 'First say what to select, for example `docs/runbooks/**/*.md`, then what to leave out.';
        throw errors_inputError('files', problem, hint);
    }
    /** Whether a path is selected. */
    matches = (path) => {
        const pattern = this.#patterns.findLast(({ matches }) => matches(path));
        if (pattern !== undefined)
            this.#used.add(pattern.line);
        return pattern?.exclude === false;
    };
    /** The lines that decided about no path that was asked for. */
    get unused() {
        return this.lines.filter((line) => !this.#used.has(line));
    }
}
/** The line that excludes a path, to be pasted at the end of `files`; undefined where a path cannot be shown. */
function exclusionOf(path) {
    if (/[\p{C}\p{Zl}\p{Zp}]/u.test(path))
        return undefined;
    return `!${path.replace(/[^\p{L}\p{N}\p{M} ._/-]|^ | $/gu, '?')}`;
}
function compilePattern(line) {
    const [, marks = '', text = ''] = /((?:!\s*)*)(.*)/s.exec(line) ?? [];
    const exclude = marks.replace(/[^!]/g, '').length % 2 === 1;
    checkPattern(line, text);
    const parts = text.split('/').filter((part) => part !== '');
    const isFolder = text.endsWith('/');
    const itself = new esm/* Minimatch */.VR(parts.join('/'), OPTIONS);
    const below = new esm/* Minimatch */.VR([...parts, '**'].join('/'), OPTIONS);
    const anyEnding = exclude || !/^\*+$/.test(parts.at(-1) ?? '');
    return {
        line,
        exclude,
        matches: (path) => (!isFolder && itself.match(path) && (anyEnding || isMarkdown(path))) ||
            (below.match(path) && (exclude || isMarkdown(path)))
    };
}
/** By its ending. */
function isMarkdown(path) {
    return /\.(?:md|markdown|mdown|mkd)$/i.test(path);
}
/** Refuses what cannot be a pattern, or means something else than its author thought, with the way to write it. */
function checkPattern(line, text) {
    const patternError = (problem, hint) => errors_inputError('files', `has the pattern ${(0,wording/* quoted */.TL)(line, 80)}, which ${problem}.`, hint);
    const show = (pattern) => (0,wording/* quoted */.TL)(pattern, 80);
    if (line.length > MAX_LENGTH) {
        throw patternError(`has ${line.length} characters; the limit is ${MAX_LENGTH}`, 'Split it into several lines.');
    }
    if (text === '')
        throw patternError('is empty', 'Give a pattern such as `docs/runbooks/**/*.md`.');
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
        throw patternError('has braces, which mean nothing here', `Write one line for each: ${lines.join(', ')}.`);
    }
    if (text.includes(',')) {
        const lines = text.split(',').map((part) => show(part.trim()));
        throw patternError('contains a comma', `Write one pattern a line: ${lines.join(', ')}. A comma in a name is written \`?\`.`);
    }
    if (/[?*+@!]\([^/]*\)/.test(text)) {
        throw patternError('has an extended pattern such as `@(a|b)`, which means nothing here', 'Write one line for each.');
    }
}

;// CONCATENATED MODULE: ./src/sync/runbooks.ts






/** Files that are read at a time: enough to keep the pipe to Git full. */
const READERS = 16;
/** Characters of entries that memory holds; what is more is converted again before it is sent. */
const runbooks_MAX_CHARACTERS = 48 * 1024 * 1024;
/** Links of one run that are checked, so that memory is bounded. */
const MAX_LINKS = 20_000;
/** Removed files whose names are looked for in each unchanged text; a full sync checks all links. */
const MAX_GONE = 20;
/**
 * Warns about paths that the patterns select and that are not read, and about patterns that are probably wrong.
 *
 * @throws {ActionError} of kind `input` where nothing is selected: no run may be green while runbooks do not arrive.
 */
async function reportSelection(source, { isFull, tip, selected: { files, skipped, total } }, patterns, findings) {
    for (const { path, reason } of skipped) {
        findings.diagnose({ level: 'warning', path, message: `Skipped: ${reason}.` });
    }
    if (files.length === 0) {
        throw errors_inputError('files', `matches no file: ${(0,wording/* listed */.KE)(patterns.lines.map((pattern) => (0,wording/* quoted */.TL)(pattern, 80)))}. ${(0,wording/* count */.U9)(total, 'file')} looked at.`, (0,wording/* joined */.oR)([
            await whereMarkdownIs(source, tip),
            'Correct the pattern, or add a runbook: a pattern begins at the repository’s root, upper and lower case differ, `*` ' +
                'stays inside a folder, and `**` does not.'
        ]));
    }
    for (const line of isFull ? patterns.unused : []) {
        const message = `The pattern ${(0,wording/* quoted */.TL)(line, 80)} of ${wording/* words */.aL.input('files')} has no effect: no file matches, or a later line decides. Correct or remove it.`;
        findings.diagnose({ level: 'warning', message });
    }
}
/** Where most of the Markdown is, for a message; empty where none is in a folder. */
async function whereMarkdownIs(source, tip) {
    const isInFolder = (path) => path.includes('/') && isMarkdown(path);
    const { files } = await (source instanceof disk_DiskFiles ? source.list(isInFolder) : source.list(tip, isInFolder));
    const folders = Map.groupBy(files, ({ path }) => path.slice(0, path.indexOf('/')));
    const [most] = [...folders].sort(([, a], [, b]) => b.length - a.length);
    if (most === undefined)
        return '';
    const [folder, { length }] = most;
    return `${wording/* words */.aL.input('files', `'${folder}/**'`)} selects ${(0,wording/* count */.U9)(length, 'Markdown file')}.`;
}
/** Reads runbooks, and converts those that a run is about, once. */
class RunbookReader {
    #source;
    #options;
    /** Entries by path. */
    #contents = new Map();
    #characters = 0;
    /** From the line of a file to a `target`. */
    #links = [];
    #warnings = [];
    #keys = new Set();
    constructor(source, options) {
        this.#source = source;
        this.#options = options;
    }
    /**
     * Reads all selected files, not only the changed ones: the service keeps one entry per name, so that the second of two
     * runbooks with one name would silently replace the first.
     */
    async read({ isFull, selected: { files }, earlier }) {
        const isDue = ({ path }) => isFull || earlier.has(path);
        const selected = new Set(files.map(({ path }) => path));
        const gone = [...new Set(earlier.keys()).difference(selected)].slice(0, MAX_GONE);
        const before = [...earlier.values()].flatMap(({ ids }) => [...ids]);
        await this.#source.prefetch(new Set([...files.map(({ id }) => id), ...before]));
        const read = await this.#each(files, async (file) => {
            const result = await this.#read(file);
            if (result.kind !== 'runbook') {
                if (result.kind === 'skipped' && isDue(file))
                    this.#warnOf(file.path, result);
                return decisionOf(file.path, result);
            }
            if (!isDue(file)) {
                this.#lookForLinks(file.path, result, gone);
                return { ...file, name: result.name };
            }
            const version = this.#convert(file.path, result);
            return typeof version === 'string' ? { ...file, name: result.name, version } : decisionOf(file.path, version);
        });
        const withNames = read.filter((one) => 'id' in one);
        const withoutEntry = read.filter((one) => 'kind' in one);
        const others = withoutEntry.filter(({ path }) => isFull || earlier.has(path));
        const groups = Map.groupBy(withNames, ({ name }) => (0,normal_form/* foldName */.zN)(name));
        const named = [];
        for (const group of groups.values()) {
            if (group.length === 1)
                named.push(...group);
            else if (group.some(isDue))
                others.push(...group.map((item) => duplicate(item, group)));
        }
        const hasNameless = withoutEntry.some(({ kind }) => kind === 'refused');
        return {
            named,
            due: named.filter((one) => 'version' in one),
            others,
            nameAt: new Map(read.map(({ path, name }) => [path, name])),
            hasNameless,
            mayBeOfRunbook: (name) => hasNameless || groups.has((0,normal_form/* foldName */.zN)(name))
        };
    }
    /** The entry of a runbook; undefined where its file changed while the job ran. */
    async entryOf({ version, ...file }) {
        const known = this.#contents.get(file.path);
        if (known !== undefined)
            return known;
        const result = await this.#read(file);
        if (result.kind !== 'runbook' || result.name !== file.name)
            return undefined;
        const converted = result.convert();
        return !('kind' in converted) && converted.version === version ? converted.content : undefined;
    }
    /** The names that files had at earlier commits, as far as they were runbooks. */
    async earlierNames(files) {
        const found = await this.#each(files, async (file) => {
            const result = await this.#read(file);
            return result.kind === 'runbook' ? [{ ...file, name: result.name }] : [];
        });
        return found.flat();
    }
    /** The entries of files at earlier commits. */
    async *earlierEntries(files) {
        await this.#source.prefetch(new Set(files.map(({ id }) => id)));
        for (const file of files) {
            const result = await this.#read(file);
            const converted = result.kind === 'runbook' ? result.convert() : result;
            if (!('kind' in converted))
                yield { ...converted, id: file.id };
        }
    }
    /** What the authors of the runbooks have to know. */
    async problems({ isFull, tip, proposed }) {
        const isProposed = (path) => proposed?.has(path) !== false;
        const { frontMatter } = this.#options;
        const unused = typeof frontMatter === 'string' ? [] : frontMatter.filter((key) => !this.#keys.has(key));
        const keys = (0,wording/* listed */.KE)(unused.map((key) => (0,wording/* quoted */.TL)(key)));
        const message = `No runbook has ${keys} in its front matter (${wording/* words */.aL.input('front-matter')}).`;
        const missing = await this.#source.missing(tip, new Set(this.#links.map(({ target }) => target)));
        return [
            ...this.#warnings.filter(({ path = '' }) => isProposed(path)),
            ...(isFull && unused.length > 0 ? [{ level: 'warning', message }] : []),
            ...this.#links
                .filter(({ path, target }) => missing.has(target) && (isProposed(path) || isProposed(target)))
                .map(({ path, line, target }) => {
                const broken = `The link target ${target} does not exist. Correct the link, or add the file.`;
                return { level: 'warning', path, line, message: broken };
            })
        ];
    }
    /** Notes the links in an unchanged runbook that lead to files that are gone. */
    #lookForLinks(path, result, gone) {
        const names = gone.map((file) => external_node_path_.posix.basename(file));
        const isNamed = names.some((name) => result.mentions(name) || result.mentions(encodeURIComponent(name)));
        const converted = isNamed ? result.convert() : undefined;
        if (converted === undefined || 'kind' in converted)
            return;
        this.#addLinks(path, converted.targets.filter((target) => gone.includes(target.path)));
    }
    #addLinks(from, targets) {
        for (const { path, line } of targets.slice(0, MAX_LINKS - this.#links.length)) {
            this.#links.push({ path: from, line, target: path });
        }
    }
    /** Warns of a file that is left out although nobody asked for that. */
    #warnOf(path, { reason, hint }) {
        if (hint === undefined)
            return;
        this.#warnings.push({ level: 'warning', path, message: `Skipped: ${reason}. ${hint}` });
    }
    /** @returns the version. */
    #convert(path, { convert }) {
        const converted = convert();
        if ('kind' in converted)
            return converted;
        const { content, version, targets, warnings } = converted;
        if (this.#characters + content.length <= runbooks_MAX_CHARACTERS) {
            this.#characters += content.length;
            this.#contents.set(path, content);
        }
        this.#addLinks(path, targets);
        for (const message of warnings)
            this.#warnings.push({ level: 'warning', path, message });
        return version;
    }
    async #read(file) {
        // A push that changes no runbook needs no parser.
        const { readRunbook } = await Promise.resolve(/* import() */).then(__webpack_require__.bind(__webpack_require__, 3589));
        const result = readRunbook(file.path, await this.#source.read(file, this.#options.maxBytes), this.#options);
        if (result.kind === 'runbook')
            for (const key of result.keys)
                this.#keys.add(key);
        return result;
    }
    /** Many at a time. @returns the results in the order of the files. */
    async #each(files, read) {
        const results = new Array(files.length);
        const next = files.entries();
        const work = async () => {
            for (const [at, file] of next)
                results[at] = await read(file);
        };
        await Promise.all(Array.from({ length: READERS }, work));
        return results;
    }
}
function decisionOf(path, { kind, ...why }) {
    return { about: 'runbook', path, kind, ...why, ...(kind === 'refused' && { cause: 'text' }) };
}
/** Names three others at most: the message of each of 20,000 duplicates must not grow with their number. */
function duplicate({ path, name }, group) {
    const near = group.slice(0, 4).filter((other) => other.path !== path);
    const others = near.slice(0, 3);
    const more = group.length - 1 - others.length;
    const shown = others.map((other) => other.path).join(', ') + (more > 0 ? ` and ${(0,wording/* format */.GP)(more)} more` : '');
    const isSame = others.every((other) => other.name === name);
    const spelling = isSame ? '' : ' (the names differ in case, blanks or Unicode form only)';
    const exclusion = exclusionOf(path);
    const leaveOut = exclusion === undefined
        ? ''
        : `, or leave this one out by the line \`${exclusion}\` at the end of ${wording/* words */.aL.input('files')}`;
    return {
        ...{ about: 'runbook', path, name, kind: 'refused', cause: 'duplicate' },
        reason: `Its name “${name}” is also that of ${shown}${spelling}: one entry would replace the other.`,
        hint: `Give it a \`title\` of its own in the front matter${leaveOut}.`
    };
}

;// CONCATENATED MODULE: ./src/sync/plan.ts








/** Differences that are computed; the summary shows no more. */
const MAX_DIFFERENCES = 20;
const plan_MAX_LINES = 60;
/** Changed lines beyond which no difference is computed: the time grows with their square. */
const plan_MAX_EDIT_LENGTH = 1000;
/** Reads, decides and reports, and returns what a delivery carries out. Writes nothing. */
async function planCommit(plan, client) {
    const { changes, source, patterns, options, inputs, findings } = plan;
    const reader = new RunbookReader(source, options);
    await reportSelection(source, changes, patterns, findings);
    findings.addChanges(changes);
    const { decisions, ...seen } = await decideCommit(plan, reader, client);
    const proposed = decisions.map((decision) => changes.proposed?.has(decision.path) === false ? { ...decision, isWaiting: true } : decision);
    const items = findings.setDecisions(proposed, seen.runbooks.mayBeOfRunbook);
    const planned = { ...seen, items, reader };
    if (findings.isPrivate)
        await showDifferences(planned, inputs.token, plan.showsAll === true);
    if (changes.isFull)
        findings.inventory ??= inventoryOf(planned, findings.isPrivate, inputs.token);
    for (const remark of remarksOn(planned, changes))
        findings.diagnose(remark);
    for (const problem of await reader.problems(changes))
        findings.diagnose(problem);
    return planned;
}
/** Reads the runbooks and the knowledge base, and decides. Writes nothing. */
async function decideCommit({ changes, base, source, patterns, options, ref, inputs, replace, showsAll = false, findings }, reader, client) {
    const { isFull, earlier, trustsList, tip } = changes;
    const { onConflict, removed } = inputs;
    const runbooks = await reader.read(changes);
    const { due, mayBeOfRunbook, nameAt } = runbooks;
    const former = await formerNames(changes, reader);
    const delivered = deliveredNames(changes, runbooks, former);
    const owner = ownership(options, ref, base);
    const facts = {
        ...{ onConflict, removed, trustsList, replace, matches: patterns.matches, former, ...owner },
        ...{ isComparable: true, unselected: new Set(), explained: new Map() },
        hasChanged: (path) => earlier.has(path)
    };
    const first = decideWithoutList(runbooks);
    // It stands if the run ends while the list is read.
    findings.setDecisions(first, mayBeOfRunbook);
    const isNothingDue = !isFull && due.length + former.length === 0;
    if (client === undefined || isNothingDue) {
        return { decisions: first, runbooks, knowledge: undefined, facts };
    }
    const dueNames = new Set(due.map(({ name }) => (0,normal_form/* foldName */.zN)(name)));
    const knowledge = await readKnowledge(client, {
        names: new Set([...due, ...former.filter(({ name }) => !mayBeOfRunbook(name))].map(({ name }) => name)),
        all: isFull || removed === 'retire',
        delivered,
        needsText: ({ name, origin, line }) => dueNames.has((0,normal_form/* foldName */.zN)(name)) &&
            (showsAll || origin !== 'ours' || (line !== undefined && !(owner.isOfBranch(line) && nameAt.has(line.path))))
    });
    const { entries } = knowledge;
    const seen = {
        ...facts,
        isComparable: isComparable(entries, delivered, owner.isOfRepository, base),
        unselected: await unselectedPaths(source, tip, runbooks, entries, former)
    };
    const decisions = decide(runbooks, knowledge, seen);
    const conflicts = conflictsIn(decisions, runbooks, entries);
    const explained = await explain(conflicts, { changes, base, reader, source, nameAt });
    const known = { ...seen, explained };
    return {
        ...{ runbooks, knowledge, facts: known },
        decisions: explained.size === 0 ? decisions : decide(runbooks, knowledge, known)
    };
}
/** The runbooks with conflicts, each with the rows that people may have written. */
function conflictsIn(decisions, { due }, entries) {
    const paths = new Set(decisions.flatMap(({ cause, path }) => (cause === 'conflict' ? path : [])));
    return due
        .filter(({ path }) => paths.has(path))
        .flatMap((runbook) => {
        const rows = entries.rowsOf(runbook.name).filter(({ origin }) => origin === 'edited' || origin === 'by hand');
        return rows.map((row) => ({ runbook, row }));
    });
}
/** What the list shows, or does not show, beside what was decided: each once. */
function* remarksOn({ items, knowledge, runbooks: { named, nameAt }, facts }, { isFull, earlier }) {
    if (knowledge === undefined)
        return;
    const { entries, absence, why, ending } = knowledge;
    const { rows } = entries;
    if (ending.kind === 'unusable') {
        yield { level: 'notice', message: `Edits in the assistant are not seen, and nothing is confirmed: ${why}.` };
    }
    else if (rows.length > 0 && rows.every(({ origin }) => origin === 'hidden')) {
        yield { level: 'notice', message: 'Edits in the assistant are not seen: the list shows no texts.' };
    }
    else if (!facts.isComparable || facts.explained.values().some((why) => why === 'cut')) {
        const message = 'The service changes texts, so that nobody can tell whether a person edited an entry. A sync refuses and skips nothing ' +
            'because of a text, and saves texts before it replaces them.';
        yield { level: 'warning', message };
    }
    const sent = items.flatMap(({ decision: { kind, name = '' } }) => (kind === 'send' ? [entries.rowsOf(name)] : []));
    const hidden = sent.filter((shown) => shown.some(({ origin }) => origin === 'hidden')).length;
    if (hidden > 0 && rows.some(({ origin }) => origin !== 'hidden')) {
        const message = `Edits in the assistant are not seen in ${(0,wording/* count */.U9)(hidden, 'entry', 'entries')} whose text the list does not show.`;
        yield { level: 'warning', message };
    }
    const unseen = sent.filter(({ length }) => length === 0);
    if (absence === 'not seen' && unseen.length > 0) {
        const message = `A sync replaces ${(0,wording/* count */.U9)(unseen.length, 'entry', 'entries')} although the list does not show whether somebody edited the text: ${why}.`;
        yield { level: 'warning', message };
    }
    const lacking = named.filter(({ path, name }) => !earlier.has(path) && entries.rowsOf(name).length === 0);
    if (!isFull && absence === 'no entry' && lacking.length > 0) {
        const what = (0,wording/* count */.U9)(lacking.length, 'runbook that did not change', 'runbooks that did not change');
        const message = `The list has no entry of ${what}: ${(0,wording/* listed */.KE)(lacking.map(({ path }) => path))}. Start the workflow by hand: a full sync sends what is missing.`;
        yield { level: 'warning', message };
    }
    const elsewhere = rows.filter(({ line }) => line !== undefined && facts.isOfBranch(line) && facts.unselected.has(line.path));
    if (elsewhere.length > 0) {
        const paths = (0,wording/* listed */.KE)([...new Set(elsewhere.flatMap(({ line }) => line?.path ?? []))]);
        const message = `${(0,wording/* count */.U9)(elsewhere.length, 'entry comes', 'entries come')} from files that ${wording/* words */.aL.input('files')} does not select: ${paths}. They were moved elsewhere, or are delivered with other patterns.`;
        yield { level: 'warning', message };
    }
    const several = [...nameAt.values()].filter((name) => name !== undefined && entries.rowsOf(name).length > 1);
    if (several.length > 0) {
        const message = `The knowledge base has several entries named ${(0,wording/* listed */.KE)(several.map((name) => `“${name ?? ''}”`))}. Remove the outdated ones in the assistant.`;
        yield { level: 'warning', message };
    }
}
/**
 * What the knowledge base held before the run; undefined where the list does not show all of it, or a runbook cannot be read:
 * its entry would count as one without a runbook.
 *
 * @param showsNames whether names of entries without a runbook may be published.
 */
function inventoryOf({ items, knowledge, runbooks: { nameAt, hasNameless }, facts }, showsNames, token) {
    if (knowledge?.ending.kind !== 'complete' || hasNameless)
        return undefined;
    const { entries } = knowledge;
    const shown = new Set([...nameAt.values()].flatMap((name) => (name === undefined ? [] : entries.rowsOf(name))));
    const others = entries.rows.filter((row) => !shown.has(row)).map(({ name }) => name);
    const unchanged = items.filter(({ decision: { kind } }) => kind === 'unchanged');
    const same = new Set(unchanged.flatMap(({ decision: { name = '' } }) => entries.rowsOf(name)));
    return {
        entries: entries.size,
        isComplete: true,
        differing: facts.isComparable ? shown.difference(same).size : 0,
        withoutRunbook: others.length,
        names: showsNames ? others.map((name) => token?.redact(name) ?? name) : []
    };
}
/** Runbooks may get another title at any time, a few of them. */
const FEW = 4;
/** What a sync would do to most entries of the branch, as a sentence: as another template of names makes new ones for all. */
function entriesLeft({ items, knowledge, facts }) {
    const rows = knowledge?.entries.rows ?? [];
    const ours = rows.filter(({ line }) => line?.kind === 'version' && facts.isOfBranch(line)).length;
    const left = items.filter(({ decision: { kind } }) => kind === 'orphaned').length;
    const isNew = (name) => knowledge?.entries.rowsOf(name).length === 0;
    const made = items.filter(({ decision: { kind, name = '' } }) => kind === 'send' && isNew(name)).length;
    if (left <= FEW || 2 * left <= ours || 2 * made <= left)
        return undefined;
    return `${left} of ${(0,wording/* count */.U9)(ours, 'entry', 'entries')} of this branch would have no runbook any more, and ${made} new ones would be made; no API can delete them.`;
}
async function showDifferences({ items, runbooks: { due }, knowledge, reader }, token, showsAll) {
    const redact = (text) => token?.redact(text) ?? text;
    const byPath = new Map(due.map((runbook) => [runbook.path, runbook]));
    const ours = ({ kind, name = '' }) => showsAll && kind === 'send' ? knowledge?.entries.rowsOf(name)[0]?.content : undefined;
    const texts = items.flatMap((item) => {
        const text = item.decision.texts?.[0]?.content ?? ours(item.decision);
        return text === undefined ? [] : [{ item, text }];
    });
    for (const { item, text } of showsAll ? texts : texts.slice(0, MAX_DIFFERENCES)) {
        const runbook = byPath.get(item.decision.path);
        const now = runbook && (await reader.entryOf(runbook));
        if (now === undefined)
            continue;
        const [before, after] = showsAll ? [`${(0,source_line/* editIn */.Gj)(text)}\n`, `${(0,source_line/* editIn */.Gj)(now)}\n`] : [text, now];
        item.difference = differenceOf(redact(before), redact(after), showsAll ? Infinity : plan_MAX_LINES);
    }
}
/** A unified difference of two texts in at most `most` lines, without the names of files. */
function differenceOf(before, after, most) {
    const patch = (0,create/* structuredPatch */.YB)('', '', before, after, undefined, undefined, {
        context: 2,
        maxEditLength: plan_MAX_EDIT_LENGTH
    });
    if (patch === undefined)
        return [`(more than ${plan_MAX_EDIT_LENGTH} lines differ)`];
    const lines = patch.hunks.flatMap((hunk) => [
        `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
        ...hunk.lines
    ]);
    return lines.length <= most ? lines : [...lines.slice(0, most - 1), `(${lines.length - most + 1} more lines)`];
}

;// CONCATENATED MODULE: ./src/sync/deliver.ts













/** Failures that concern every entry, if they come before the first success. */
const SYSTEMIC = ['forbidden', 'wrong-address', 'unreachable'];
/** Updates before which the first one is looked for in the list: a service may make copies. */
const MANY = 20;
/** Further texts of one runbook; longer than a segment, so that no path of a runbook can begin with it. */
const FURTHER = 'further-texts-of-runbooks-whose-name-has-several-entries-in-the-assistant';
/** Delivers one commit: what a plan of it prints, carried out. */
async function deliverCommit(round) {
    const { client, saved, findings } = round;
    const planned = await planCommit(round, client);
    await round.approve?.(planned);
    findings.observer.progress?.(findings);
    const { items, reader, runbooks } = planned;
    const toSend = items.filter(({ decision }) => decision.kind === 'send');
    for (const item of toSend)
        item.files = await saveTexts(item, saved);
    if (saved.folder !== '')
        findings.noteSavedFolder(saved.folder);
    const byPath = new Map(runbooks.due.map((runbook) => [runbook.path, runbook]));
    const { listShows, doubt } = await sendEntries(round, planned, toSend, async ({ path, name = '' }) => {
        const runbook = byPath.get(path);
        const content = runbook && (await reader.entryOf(runbook));
        return content === undefined ? undefined : { name, content, version: runbook?.version ?? '' };
    });
    if (listShows === 'changed')
        findings.diagnose({ level: 'notice', message: CHANGES_TEXTS });
    if (doubt !== undefined) {
        const message = `Nobody can tell whether everything was stored: ${doubt}.`;
        findings.diagnose({ level: 'notice', message });
    }
    return { ...planned, listShows, hadToSend: toSend.length > 0 };
}
const CHANGES_TEXTS = 'The service changes texts: its list shows others than those that were sent. Until a full sync finds them as they were sent, ' +
    'edits in the assistant cannot be told apart, and are saved before they are replaced.';
/** Replaces the texts of entries whose runbooks are gone by notes. */
async function retireEntries(round, planned) {
    const { source, changes } = round;
    const date = source instanceof Repository ? await source.dateOf(changes.tip) : '';
    const toRetire = planned.items.filter(({ decision }) => decision.kind === 'retire');
    await sendEntries(round, planned, toRetire, (decision) => Promise.resolve(retirementNote(decision, round, date)));
}
/**
 * Sends entries, then looks in the list for what was sent. Notes in each item what became of it. The failure of one entry is
 * its outcome. These end the run: a rejected token, a cancellation, no success for too long, or, before the first success,
 * answers to all entries or to twice `concurrency` of them that say that the address or the permission is wrong.
 *
 * @param planned what the list showed before.
 * @param entryOf reads an entry just before it is sent; undefined where its file changed.
 * @throws {ActionError} that ended the run; items without an answer are pending.
 */
async function sendEntries({ client, base, inputs: { concurrency, confirmWithin }, findings }, planned, items, entryOf) {
    const accepted = [];
    /** Systemic failures before the first success. */
    const early = new Map();
    const send = async (item) => {
        // Answers arrive between two texts.
        await (0,external_node_timers_promises_.setImmediate)();
        if (client.ended !== undefined)
            return;
        const entry = await entryOf(item.decision);
        const sent = await answerTo(client, entry);
        if (sent === undefined)
            return;
        const { error } = sent;
        if (accepted.length === 0 && error instanceof RequestError && SYSTEMIC.includes(error.kind)) {
            early.set(item, error);
            if (early.size >= 2 * concurrency)
                client.end(error);
            return;
        }
        item.sent = sent;
        if (error === undefined && entry !== undefined) {
            const { name, version } = entry;
            // Not its text: memory must not hold all of them.
            accepted.push({ item, name, version, ...seenBefore(entry, planned) });
        }
        findings.observer.progress?.(findings);
    };
    const confirm = (isProbe) => {
        const notRefuted = accepted.filter(({ item }) => item.unconfirmed === undefined);
        const isFaithful = base.listShows === 'as sent';
        return confirmSent(notRefuted, client, {
            ...{ within: confirmWithin, isProbe, isFaithful },
            onWait: findings.observer.waiting
        });
    };
    const updates = items.filter(({ decision: { name = '' } }) => deliver_rowsOf(name, planned).length > 0);
    // One at a time, until one of them is accepted and looked up.
    const probes = updates.length > MANY ? updates : [];
    const remaining = new Set(items);
    let probed;
    for (const item of probes) {
        remaining.delete(item);
        await send(item);
        if (accepted.length === 0)
            continue;
        probed = await confirm(true);
        break;
    }
    const queue = remaining.values();
    const work = async () => {
        for (const item of queue)
            await send(item);
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    const [failure] = early.values();
    if (failure !== undefined && early.size === items.length)
        client.end(failure);
    if (client.ended !== undefined)
        throw client.ended;
    for (const [item, error] of early)
        item.sent = { error, attempts: error.attempts };
    const { listShows, doubt } = await confirm(false);
    return { listShows: probed?.listShows === 'changed' ? 'changed' : listShows, doubt };
}
function deliver_rowsOf(name, { knowledge }) {
    return knowledge?.entries.rowsOf(name) ?? [];
}
/** What the list showed under the name of an entry before it was sent. */
function seenBefore({ name, content }, { knowledge, facts }) {
    const rows = deliver_rowsOf(name, { knowledge });
    const replaced = rows.filter((row) => isReplaced(row, content, facts));
    return {
        before: knowledge?.ending.kind === 'complete' ? rows.length : undefined,
        replaced: replaced.map((row) => row.content)
    };
}
/** Whether a row has a text that the entry replaces, and that neither the Action nor the service made. */
function isReplaced(row, entry, { isComparable, explained }) {
    if (!isComparable || row.origin === 'ours' || explained.get(row) === 'cut')
        return false;
    const [shown, whole, text] = [(0,normal_form/* normalForm */.IN)(row.content), (0,normal_form/* normalForm */.IN)(entry), (0,source_line/* editIn */.Gj)(entry)];
    // A list that cuts texts shows the same beginning of both.
    return shown !== '' && (shown === text || !whole.startsWith(shown));
}
/** @returns undefined where the run has ended before. */
async function answerTo(client, entry) {
    if (entry === undefined) {
        const message = `The file changed while ${wording/* words */.aL.job} ran.`;
        const error = new errors_ActionError('files', message, `Run ${wording/* words */.aL.job} again when nothing writes it.`);
        return { error, attempts: 0 };
    }
    const { name, content } = entry;
    try {
        return { attempts: await client.upsert({ name, content }) };
    }
    catch (error) {
        if (error === client.ended)
            return undefined;
        if (!(error instanceof RequestError))
            throw error;
        return { error, attempts: error.attempts };
    }
}
/**
 * The entry of a runbook that is gone: a note in place of its text, because the API cannot delete. Paths and names stand in
 * code spans, in which nothing is markup.
 *
 * @param date of the commit: `2026-11-20`; empty without one.
 */
function retirementNote({ path, name = '', gone }, { options, ref, changes }, date) {
    const { repository, serverUrl } = options;
    const commit = changes.tip;
    const commitLink = `[\`${shortId(commit)}\`](${serverUrl}/${repository}/commit/${commit})`;
    // Files from the disk have no commit.
    const since = commit === '' ? '' : ` as of commit ${commitLink} of ${date}`;
    const instead = gone?.now === undefined
        ? `Look in \`${repository}\` for what replaces it.`
        : `Use ${codeSpan(gone.now.name ?? '')} instead (\`${repository}\`, ${codeSpan(gone.now.path)}).`;
    const text = '**This runbook is retired. Do not follow it.**\n\n' +
        `Its runbook ${codeSpan(path)} ${gone?.how ?? 'is gone'}${since} ` +
        `(branch ${codeSpan(shortRef(ref))} of \`${repository}\`). ${instead}`;
    const version = versionOf(name, path, text);
    return { name, content: `${text}\n\n${sourceLine(path, version, options, 'retired')}\n`, version };
}
/** A code span for any text: its fence is longer than every run of backticks in it (CommonMark 0.31, 6.1). */
function codeSpan(text) {
    const line = text.replace(/\s+/g, ' ');
    const longest = (line.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0);
    const fence = '`'.repeat(longest + 1);
    return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}
async function saveTexts({ decision: { path, name = '', texts = [] } }, saved) {
    const files = [];
    for (const { content } of texts)
        files.push(await saved.save(path, name, content));
    return files;
}
/** Codes of errors where a file is in the place of the file or of one of its folders. */
const TAKEN = new Set(['EEXIST', 'EISDIR', 'ENOTDIR']);
/** Keeps texts of the knowledge base in files before they are replaced. */
class SavedTexts {
    /** Absolute path; empty before the first text. */
    folder = '';
    #parent;
    #token;
    #replacer;
    /** By path, the number of its last text, from 1. */
    #copies = new Map();
    /**
     * @param parent absolute path of the folder in which the folder of this run is made.
     * @param replacer what replaces the texts, for the comment in each file.
     */
    constructor(parent, token, replacer) {
        this.#parent = parent;
        this.#token = token;
        this.#replacer = replacer;
    }
    /**
     * Writes a text with a comment that says what it was, to the path of its runbook as far as the path is safe.
     *
     * @returns the absolute path.
     */
    async save(path, name, content) {
        try {
            this.folder ||= await (0,promises_.mkdtemp)((0,external_node_path_.join)(this.#parent, 'runbook-sync-overwritten-'));
            const text = this.#header(name) + this.#token.redact(content);
            for (let copy = this.#copies.get(path) ?? 1;; copy++) {
                this.#copies.set(path, copy);
                const file = (0,external_node_path_.join)(this.folder, ...(copy === 1 ? [] : [FURTHER, String(copy)]), safePath(path));
                if (await writeNew(file, text))
                    return file;
            }
        }
        catch (error) {
            throw new errors_ActionError('files', `The text of the entry “${name}” cannot be saved: ${errors_messageOf(error)}.`, `Free space in ${this.#parent}, where texts are saved before they are replaced, and run ${wording/* words */.aL.job} again.`, { cause: error });
        }
    }
    #header(name) {
        const entry = JSON.stringify(name).replace(/[<>-]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
        return `<!-- The entry ${entry} before ${this.#replacer} replaced it, ${new Date().toISOString()} -->\n`;
    }
}
/** Writes a file. False where another has its name, also one that differs in case on some systems. */
async function writeNew(file, text) {
    try {
        await (0,promises_.mkdir)((0,external_node_path_.dirname)(file), { recursive: true });
        await (0,promises_.writeFile)(file, text, { flag: 'wx' });
        return true;
    }
    catch (error) {
        if (TAKEN.has(error.code ?? ''))
            return false;
        throw error;
    }
}

// EXTERNAL MODULE: ./src/runbook/text.ts
var runbook_text = __webpack_require__(357);
;// CONCATENATED MODULE: ./src/sync/pull.ts












/**
 * Writes edits of the assistant into the files of the work tree, as if their authors had edited these.
 *
 * @throws {ActionError} of kind `incomplete` where the list was not read to its end, or does not tell edits.
 */
async function pullEdits(pull) {
    const { base, options, ref, client, findings, newFolder } = pull;
    const { isOfRepository } = ownership(options, ref, base);
    const isFromHere = ({ line }) => line !== undefined && isOfRepository(line);
    const runbooks = await readTree(pull);
    findings.selected = runbooks.size;
    const names = new Set(Array.from(runbooks.values(), ({ name }) => name));
    const { entries, absence, why } = await readKnowledge(client, {
        ...{ names, all: true, delivered: base.commit === undefined ? new Set() : names },
        needsText: (row) => row.origin === 'by hand' || (row.origin === 'edited' && isFromHere(row))
    });
    requireTexts(pull, entries, isFromHere);
    const isClear = isComparable(entries, new Set(), isOfRepository, base);
    const { edits, others } = pull_assign(entries.rows, runbooks, isFromHere, isClear);
    const note = (pulled) => {
        if (pulled !== undefined)
            findings.addPulled(pulled);
    };
    for (const [path, found] of [...edits].sort(([one], [other]) => (one < other ? -1 : 1))) {
        for (const row of found)
            note(await bringHome(pull, runbooks.get(path), path, row, found.length > 1));
    }
    const taken = new Set();
    if (newFolder !== undefined)
        for (const row of others)
            note(await writeNewRunbook(pull, row, newFolder, taken));
    if (absence === 'no entry')
        return;
    const message = `There may be more edits: ${why}.`;
    throw new errors_ActionError('incomplete', message, 'Run this again. Files that are equal stay as they are.');
}
/** The runbooks of the work tree, by path. */
async function readTree(pull) {
    const { source, head, patterns, options } = pull;
    const runbooks = new Map();
    for (const { path, id } of (await source.list(head, patterns.matches)).files) {
        const text = await readText(pull, path);
        const entry = text === undefined ? undefined : (0,runbook_runbook/* convertText */.f)(path, text, options);
        if (entry !== undefined)
            runbooks.set(path, { path, id, name: entry.name });
    }
    return runbooks;
}
/** @throws {ActionError} of kind `incomplete` where the list does not tell which texts people have edited. */
function requireTexts({ base, findings }, { rows, isEncoded }, isFromHere) {
    const withLine = rows.filter(isFromHere);
    // People review what comes home: one unchanged text proves enough.
    const provesNothing = withLine.length > 1 && !withLine.some(({ origin }) => origin === 'ours');
    if (base.listShows === 'changed' || isEncoded || provesNothing) {
        const message = 'The service changes texts, so that nobody can tell which of them people have edited.';
        throw new errors_ActionError('incomplete', message, 'Nothing was written. Look at what the list of the assistant shows.');
    }
    const hidden = rows.filter(({ origin }) => origin === 'hidden').length;
    if (hidden === 0)
        return;
    if (hidden === rows.length) {
        const message = 'The list shows no texts, so that nobody can tell what people have edited.';
        throw new errors_ActionError('incomplete', message, 'Nothing was written. Copy edits from the assistant by hand.');
    }
    const what = (0,wording/* count */.U9)(hidden, 'entry', 'entries');
    findings.diagnose({ level: 'warning', message: `Edits in ${what} are not seen: the list does not show the text.` });
}
/**
 * Finds the file of each edit.
 *
 * @param isClear whether the service shows texts as they were sent.
 * @returns `edits` by the path of their file, each with `why` it must not be written there, as a clause, or empty; `others` are
 *   entries without a runbook.
 */
function pull_assign(rows, runbooks, isFromHere, isClear) {
    const byName = Map.groupBy(runbooks.values(), ({ name }) => (0,normal_form/* foldName */.zN)(name));
    const shown = new Set(rows.map(({ name }) => (0,normal_form/* foldName */.zN)(name)));
    const edits = new Map();
    const others = [];
    for (const row of rows) {
        const named = byName.get((0,normal_form/* foldName */.zN)(row.name)) ?? [];
        const isEdited = row.origin === 'edited' && isFromHere(row);
        const from = isEdited ? row.line?.path : undefined;
        const home = isEdited ? homeOf(row, named, runbooks.get(from ?? ''), shown) : { path: named[0]?.path, why: BY_HAND };
        const path = home.path ?? from;
        if (path !== undefined && (isEdited || row.origin === 'by hand')) {
            edits.set(path, [...(edits.get(path) ?? []), { ...row, why: home.why || (isClear ? '' : UNCLEAR) }]);
        }
        else if (row.line === undefined && named.length === 0)
            others.push(row);
    }
    return { edits, others };
}
const BY_HAND = 'it was written by hand, and nobody knows from which text';
const UNCLEAR = 'most entries differ from what was sent, so that the service may have changed this one';
/**
 * The file of an edited entry: that of its source line, unless the entry is a copy, or the file was moved.
 *
 * @returns `why` it must not be written, as a clause; empty where it may.
 */
function homeOf({ name, line }, [named, ...more], origin, shown) {
    if (origin !== undefined && (0,normal_form/* foldName */.zN)(origin.name) === (0,normal_form/* foldName */.zN)(name))
        return { path: origin.path, why: '' };
    if (named !== undefined) {
        const isMoved = origin === undefined && more.length === 0;
        return { path: named.path, why: isMoved ? '' : `it was written from ${line?.path ?? ''}` };
    }
    const isCopy = origin !== undefined && shown.has((0,normal_form/* foldName */.zN)(origin.name));
    return { path: origin?.path, why: isCopy ? 'the entry is a copy under another name' : '' };
}
/** Undefined where the file has the text already. */
async function bringHome(pull, runbook, path, row, isOneOfSeveral) {
    const { token, tree, options } = pull;
    if (token.redact(row.content) !== row.content) {
        return { path, file: '', kind: 'left out', reason: 'The text of the entry holds the access token.' };
    }
    const edit = (0,source_line/* editIn */.Gj)(row.content);
    const own = runbook && (await readText(pull, path));
    if (runbook === undefined || own === undefined) {
        return writeBeside(pull, path, edit, `its runbook is gone, or ${wording/* words */.aL.input('files')} does not select it`, false);
    }
    const present = (0,runbook_runbook/* convertText */.f)(path, own, options);
    // A person who copied the file by hand left its links as they are there.
    const texts = row.line === undefined ? [present?.text, present?.body] : [present?.text];
    if (texts.some((text) => (0,normal_form/* normalForm */.IN)(text ?? '') === edit))
        return undefined;
    if (isOneOfSeveral)
        return writeBeside(pull, path, edit, 'the assistant has several entries for this runbook');
    if (row.line === undefined || row.why !== '')
        return writeBeside(pull, path, edit, row.why);
    const result = await merge(pull, runbook, own, edit, row.line);
    if ('why' in result)
        return writeBeside(pull, path, edit, result.why);
    if (result.text === own)
        return undefined;
    const bytes = await tree.read(path, options.maxBytes);
    const mark = bytes?.toString().startsWith('\uFEFF') === true ? '\uFEFF' : '';
    await tree.replace(path, mark + result.text);
    return { path, file: path, kind: 'changed', reason: '' };
}
/** The file with the edit in it, or why it cannot be, as a clause. */
async function merge({ source, head, base, options }, { path, id, name }, own, edit, { path: formerPath, digits }) {
    const cannot = { why: 'with this edit the file would have another title, or be sent as another text' };
    if (own.includes('\r\n') && /(?<!\r)\n/.test(own))
        return { why: 'the file mixes two kinds of line ends' };
    const present = (0,runbook_runbook/* convertText */.f)(path, own, options);
    if (present?.version === digits) {
        const text = applyEdit(path, own, edit, options);
        return text === undefined ? cannot : { text };
    }
    const commits = [base.commit ?? [], base.open, base.older].flat();
    const recorded = commits.length === 0 ? undefined : await source.earlierIds(head, commits, (one) => one === formerPath);
    const ids = new Set([id, ...(recorded?.get(formerPath) ?? [])]);
    for (const version of await source.versions(head, formerPath, MAX_VERSIONS))
        ids.add(version);
    await source.prefetch(ids);
    for (const version of ids) {
        const before = (0,runbook_text/* decode */.D4)(await source.read({ path: formerPath, id: version }, options.maxBytes), options.maxBytes);
        const entry = typeof before === 'string' ? (0,runbook_runbook/* convertText */.f)(formerPath, before, options) : undefined;
        if (typeof before !== 'string' || entry?.version !== digits)
            continue;
        const isIn = (now) => containsEdit(source, now, entry.text, edit);
        if (await isIn(present?.text ?? ''))
            return { text: own };
        const edited = applyEdit(formerPath, before, edit, options);
        if (edited === undefined)
            return cannot;
        const merged = await source.merge(...[own, before, edited].map(withLf));
        const text = merged && inFormOf(own, merged);
        const after = text === undefined ? undefined : (0,runbook_runbook/* convertText */.f)(path, text, options);
        if (text === undefined || after === undefined)
            return { why: 'the file has changed at the same place since' };
        return after.name === name && (await isIn(after.text)) ? { text } : cannot;
    }
    return { why: 'the text that was edited is not in the history of this clone' };
}
function withLf(text) {
    return text.replaceAll('\r\n', '\n');
}
/** Line ends, and the last line break, as another text has them. */
function inFormOf(own, text) {
    const ended = own.endsWith('\n') ? text : text.replace(/\n$/, '');
    return own.includes('\r\n') ? ended.replaceAll('\n', '\r\n') : ended;
}
/** @param why a clause. */
async function writeBeside({ patterns, tree }, path, edit, why, isInTree = true) {
    const leftOut = (reason) => ({ path, file: '', kind: 'left out', reason });
    // The path comes from an entry, which people can change.
    const isSafe = safePath(path) === path && !/(?:^|\/)\.git(?:\/|$)/i.test(path) && patterns.matches(path);
    if (!isInTree && !isSafe) {
        return leftOut(`The entry names a file that ${wording/* words */.aL.input('files')} does not select.`);
    }
    const text = `<!-- An edit of ${external_node_path_.posix.basename(path).replaceAll('-', '‑')} in the assistant: ${why}. -->\n\n${edit}\n`;
    for (const file of [`${path}.edited`, `${path}.2.edited`, `${path}.3.edited`]) {
        if (patterns.matches(file))
            return leftOut(`${wording/* words */.aL.input('files')} would take ${file} for a runbook: exclude it.`);
        const outcome = await tree.create(file, text);
        if (outcome !== 'taken')
            return { path, file, kind: 'beside', reason: `Not in the file: ${why}.` };
    }
    return leftOut(`Other files have the names ${path}.edited, .2.edited and .3.edited: move or delete them.`);
}
/** Writes an entry without a runbook as a file that a sync finds equal to it; undefined where it is there. */
async function writeNewRunbook({ options, token, tree, patterns }, { name, content }, folder, taken) {
    const shown = (0,wording/* shorten */.ml)(token.redact(name), 200);
    const leftOut = (reason) => ({ path: '', file: '', kind: 'left out', reason: `“${shown}” ${reason}` });
    if (token.redact(name + content) !== name + content)
        return leftOut('holds the access token.');
    if (content.trim() === '')
        return leftOut('has no text that the list shows.');
    const path = newPath(folder, name, taken);
    if (!addKey(taken, `name ${(0,normal_form/* foldName */.zN)(name)}`))
        return leftOut('has the name of another entry but for case or blanks.');
    taken.add(path);
    const texts = [content, `---\ntitle: ${JSON.stringify(name)}\n---\n\n${content}`];
    const read = texts.map((text) => ({ text, entry: (0,runbook_runbook/* convertText */.f)(path, text, options) }));
    const named = read.filter(({ entry }) => entry?.name === name);
    const equal = named.find(({ entry }) => (0,normal_form/* normalForm */.IN)(entry?.text ?? '') === (0,normal_form/* normalForm */.IN)(content));
    const best = equal ?? named[0];
    if (best === undefined)
        return leftOut('cannot be the name of a file’s entry with these options.');
    const outcome = await tree.create(path, best.text);
    if (outcome === 'equal')
        return undefined;
    if (outcome === 'taken')
        return leftOut(`is left out, because another file has the name ${path}.`);
    const notes = [
        equal === undefined && 'A sync will change the text of the entry, such as its relative links.',
        !patterns.matches(path) && `${wording/* words */.aL.input('files')} does not select it: move it, or add a pattern.`
    ];
    return { path, file: path, kind: 'new', reason: (0,wording/* joined */.oR)(notes) };
}
/** The name of an entry as far as it is safe on every system; with a hash where another entry has taken it. */
function newPath(folder, name, taken) {
    const slug = (0,normal_form/* composed */.p4)(name)
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .slice(0, 40)
        .toWellFormed()
        .replace(/^-+|-+$/g, '');
    const path = external_node_path_.posix.join(folder, safePath(`${slug || 'entry'}.md`));
    return taken.has(path) ? path.replace(/\.md$/, `-${(0,external_node_crypto_.hash)('sha256', name).slice(0, 8)}.md`) : path;
}
async function readText({ tree, options }, path) {
    const bytes = await tree.read(path, options.maxBytes);
    const text = bytes === undefined ? undefined : (0,runbook_text/* decode */.D4)({ kind: 'bytes', bytes }, options.maxBytes);
    return typeof text === 'string' ? text : undefined;
}

// EXTERNAL MODULE: ./node_modules/commander/esm.mjs
var commander_esm = __webpack_require__(8179);
// EXTERNAL MODULE: ./node_modules/yaml/dist/index.js
var dist = __webpack_require__(8815);
;// CONCATENATED MODULE: ./src/cli/options.ts







const COMMANDS = {
    plan: 'says what a sync would do, and writes nothing',
    sync: 'delivers the runbooks of HEAD',
    pull: 'writes edits of the assistant into the files of the work tree',
    check: 'checks the token, and counts the entries'
};
/** That of package.json. */
const options_VERSION = '0.1.0';
const { inputs: options_INPUTS } = (0,dist/* parse */.qg)((0,external_node_fs_.readFileSync)(__webpack_require__.ab + "action.yml", 'utf8'));
/** Those of `check`, which reads no repository. */
const OF_SERVICE = ['base-url', 'concurrency', 'timeout', 'retries'];
/** Those of what sends, or says what would be sent. */
const OF_SENDING = ['on-conflict', 'confirm-within'];
const [ALL, SYNC, REPOSITORY] = ['plan sync pull check', 'plan sync', 'plan sync pull'];
const FORGE = new RegExp(`^(?:${runbook_links/* FORGE_NAMES */.NT.join('|')})$`);
/** A name of Git that is no option of it. */
const REF = /^[^-\p{Cc}\s][^\p{Cc}\s]*$/u;
/** All options: the commands that have it, its value, which a flag has not, its meaning, and the form of the value. */
const options_OPTIONS = {
    diff: ['plan', '', 'Shows what would change in each entry. Without it, a terminal shows edits alone.'],
    'exit-code': ['plan', '', 'Ends with 3 if a sync would send something.'],
    since: ['plan', 'COMMIT', 'Is about the runbooks that differ from this commit alone.', REF],
    replace: [SYNC, 'PATH', 'Replaces the edit of one runbook; may be repeated.'],
    saved: [SYNC, 'DIR', 'Folder for the texts of people that a sync replaces. Default: one for temporary files.', /\S/],
    'allow-stale': ['sync', '', 'Sends HEAD although the branch of the remote has another commit.'],
    yes: ['sync', '', 'Sends also if that leaves most entries of this repository without a runbook.'],
    new: ['pull', 'DIR', 'Writes each entry that no runbook has as a new file into this folder.', /\S/],
    workflow: [REPOSITORY, 'FILE', 'Has the step with the options. Default: the only one. `none` for none.'],
    repository: [
        REPOSITORY,
        'NAME',
        'For links, `owner/name`. Default: that of the remote.',
        /^[\w.%-]+(?:\/[\w.%-]+)+$/
    ],
    'server-url': [REPOSITORY, 'URL', 'For links. Default: that of the remote.', /^https?:\/\/[^\s/@?#][^\s@?#]*$/],
    forge: [REPOSITORY, 'NAME', `What the server runs: ${runbook_links/* FORGE_NAMES */.NT.join(', ')}. Default: by its name.`, FORGE],
    branch: [REPOSITORY, 'NAME', 'For links, and to be compared with HEAD. Default: that of the remote.', REF],
    ...Object.fromEntries(INPUT_OPTIONS.map((name) => {
        const { description = '', default: value } = options_INPUTS[name] ?? {};
        const meaning = (0,wording/* joined */.oR)([description.trim(), value !== undefined && `Default: \`${value}\`.`]);
        const of = OF_SENDING.includes(name) ? SYNC : OF_SERVICE.includes(name) ? ALL : REPOSITORY;
        return [name, [of, 'VALUE', meaning]];
    })),
    json: [ALL, '', 'Writes the report as JSON to standard output, and everything else to standard error.'],
    verbose: [ALL, '', 'Names each request on standard error.']
};
const HELP = `
Each option with a value is also a variable: --entry-name is RUNBOOK_SYNC_ENTRY_NAME. The token is RUNBOOK_SYNC_TOKEN alone.
A plan needs neither token nor address.

Exit codes: 0 all is there, or a plan; 1 something is missing, refused or incomplete; 2 wrong use;
3 with plan --exit-code: a sync would send something.`;
/**
 * Undefined where help or the version was asked for, which is written.
 *
 * @throws {ActionError} of kind `input`.
 */
function readCommand(args, env) {
    if (args.some((arg) => /^--token(?:=|$)/.test(arg))) {
        const message = 'The token is no option: others on this machine see command lines.';
        throw usageError(message, 'Set RUNBOOK_SYNC_TOKEN instead.');
    }
    let found;
    const program = new commander_esm/* Command */.uB('runbook-sync')
        .version(options_VERSION)
        .exitOverride()
        .configureOutput({ writeErr: () => undefined, writeOut: (text) => process.stdout.write(text) })
        .addHelpText('after', HELP);
    for (const [name, meaning] of Object.entries(COMMANDS)) {
        const command = program.command(name).description(meaning);
        for (const [option, [of, value, description]] of Object.entries(options_OPTIONS)) {
            if (!of.split(' ').includes(name))
                continue;
            const added = new commander_esm/* Option */.c$((0,wording/* joined */.oR)([`--${option}`, value !== '' && `<${value}>`]), description);
            const isRepeated = option === 'files' || option === 'replace';
            command.addOption(isRepeated ? added.argParser((line, before = '') => (0,wording/* joined */.oR)([String(before), line], '\n')) : added);
        }
        command.action(() => {
            const values = command.options.map((option) => {
                return [option.name(), command.getOptionValue(option.attributeName())];
            });
            found = { name, values: new Map(values) };
        });
    }
    try {
        program.parse(args.length === 0 ? ['--help'] : args, { from: 'user' });
    }
    catch (error) {
        if (!(error instanceof commander_esm/* CommanderError */.b7))
            throw error;
        if (error.exitCode === 0)
            return undefined;
        throw wrongUse(error, args[0]);
    }
    if (found === undefined)
        return undefined;
    const { name, values } = found;
    if (name === 'sync' && env['GITHUB_ACTIONS'] === 'true') {
        const message = '`sync` does not run in GitHub Actions, where it would keep no record of what it delivers.';
        throw usageError(message, 'Use the Action: `uses: runbook-sync/runbook-sync@v1`. `plan` and `check` run here.');
    }
    return {
        name,
        has: (flag) => values.get(flag) === true,
        given: (option) => {
            if (option !== 'token' && !values.has(option))
                return undefined;
            const variable = env[`RUNBOOK_SYNC_${option.toUpperCase().replaceAll('-', '_')}`];
            const value = values.get(option) ?? (variable === '' ? undefined : variable);
            if (value === undefined || options_OPTIONS[option]?.[3]?.test(value) !== false)
                return value;
            const problem = value === '' ? 'is empty' : 'cannot be used as it is';
            throw usageError(`\`--${option}\` ${problem}.`, (0,wording/* joined */.oR)([options_OPTIONS[option][2], seeHelp(name)]));
        }
    };
}
/**
 * The inputs, where they are given: an option, its variable, the workflow.
 *
 * @throws {ActionError} of kind `input`.
 */
function inputsOf({ given }, workflow = {}) {
    const value = (name) => {
        if (name === 'environment')
            return 'none';
        if (name === 'token')
            return given(name);
        return INPUT_OPTIONS.includes(name) ? (given(name) ?? workflow[name]) : undefined;
    };
    return readInputs((name) => value(name) ?? '', () => undefined);
}
/** Without the words that it does not know: one may be a token in the wrong place. */
function wrongUse({ code, message }, command = '') {
    const help = seeHelp(command);
    const [sentence = '', suggestion = ''] = message
        .replace(/^error: (.)/, (_, first) => first.toUpperCase())
        .split('\n');
    if (code === 'commander.unknownCommand')
        return usageError('There is no command of this name.', `There are ${Object.keys(COMMANDS).join(', ')}. ${help}`);
    if (code === 'commander.unknownOption') {
        const [option = ''] = /(?<=')[^'=]*/.exec(sentence) ?? [];
        const name = option.slice(2);
        const [, [of = ''] = []] = Object.entries(options_OPTIONS).find(([known]) => known === name) ?? [];
        if (of !== '') {
            const problem = of.split(' ').includes(command) ? 'takes no value' : `is an option of ${of.replaceAll(' ', ', ')}`;
            return usageError(`\`--${name}\` ${problem}.`, help);
        }
        // A word that is no option may be a token.
        if (!/^--[a-z-]{1,20}$/.test(option))
            return usageError('There is no such option.', help);
        return usageError(`Unknown option '${option}'.`, (0,wording/* joined */.oR)([suggestion.replace(/^\(|\)$/g, ''), help]));
    }
    if (code === 'commander.excessArguments')
        return usageError(sentence.replace(/\. .*|\.$/, '.'), `A pattern needs quotation marks: \`--files 'docs/**'\`. ${help}`);
    return usageError(sentence.replace(/=.*'/, "'").replace(/\.?$/, '.'), help);
}
/** The options stand in the help of their command. */
function seeHelp(command) {
    return `See \`${(0,wording/* joined */.oR)(['runbook-sync', Object.hasOwn(COMMANDS, command) && command, '--help'])}\`.`;
}
/** Wrong use of the command line. */
function usageError(message, hint) {
    return new errors_ActionError('input', message, hint);
}

;// CONCATENATED MODULE: ./src/git/checkout.ts







const CHECK_OUT = 'Add a step with `uses: actions/checkout` before this one.';
/**
 * The checkout below the workspace: through Git where there is a checkout and Git, else the files on the disk.
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
    const gitDir = await findGitDir(folder, workspace);
    if (program !== undefined && gitDir !== undefined) {
        return Repository.open(gitDir, { program, job, token: githubToken, env });
    }
    if ((await readdir(folder)).length === 0) {
        throw new ActionError('git', `The folder ${folder} is empty.`, CHECK_OUT);
    }
    const why = program === undefined ? 'Git is not installed on this machine' : `${folder} is not a Git checkout`;
    const message = `${why}: the run reads the runbooks from the disk and is a full sync.`;
    diagnose({ level: 'notice', message });
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
    const gitDir = (0,external_node_path_.join)(folder, '.git');
    if ((await (0,promises_.lstat)(gitDir).catch(() => undefined)) !== undefined)
        return gitDir;
    return folder === workspace ? undefined : findGitDir((0,external_node_path_.dirname)(folder), workspace);
}

;// CONCATENATED MODULE: ./src/git/clone.ts










/** Milliseconds for one question. */
const clone_TIMEOUT = 30_000;
/** Bytes of a file that is compared with the commit. */
const MAX_FILE = 64 * 1024 * 1024;
/** The repository around a folder, as its user sees it: with the user's configuration and credentials. */
class Clone {
    /** Absolute path. */
    root;
    git;
    #rootOnly;
    constructor(program, gitDir, env) {
        this.root = (0,external_node_path_.dirname)(gitDir);
        // Named, Git also opens the repository of another user, as jobs in containers have it.
        this.git = new Git(program, gitDir, env, ['-C', this.root, `--git-dir=${gitDir}`, '--work-tree=.']);
        this.#rootOnly = new Git(program, gitDir, env, ['-C', this.root]);
    }
    /**
     * Looks for the repository around a folder.
     *
     * @param program absolute path of Git.
     * @param folder absolute path without symbolic links.
     * @throws {ActionError} of kind `input` where there is none.
     */
    static async find(program, folder, env) {
        const gitDir = await findGitDir(folder, (0,external_node_path_.parse)(folder).root);
        if (gitDir !== undefined)
            return new Clone(program, gitDir, env);
        const isBare = ['HEAD', 'objects', 'refs'].every((name) => (0,external_node_fs_.existsSync)((0,external_node_path_.join)(folder, name)));
        const why = isBare ? 'is a bare repository, which has no files' : 'is not in a Git repository';
        throw new errors_ActionError('input', `${folder} ${why}.`, 'Run this in a clone.');
    }
    /** Whether Git trusts the repository: it is not of another user, and its configuration may start programs. */
    async isTrusted() {
        // All that Git says: the name of a folder may have lines of its own.
        const { stderr } = await this.#rootOnly.run(['rev-parse', '--git-dir']);
        return !/dubious ownership|unsafe repository/.test(stderr);
    }
    /** The full id of what a name means; undefined where Git does not know it. */
    async commit(name) {
        return this.ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
    }
    /** `origin`, or else the first one. */
    async remote() {
        const remotes = linesOf((await this.ask('remote')) ?? '');
        return remotes.includes('origin') ? 'origin' : remotes[0];
    }
    /** The default branch of a remote; without a remote, the current one. Undefined where neither is known. */
    async branch(remote) {
        if (remote !== undefined) {
            // Not `--short`, which is longer where a tag has the same name.
            const folder = `refs/remotes/${remote}/`;
            const known = await this.ask('symbolic-ref', `${folder}HEAD`);
            if (known?.startsWith(folder) === true)
                return known.slice(folder.length);
            const asked = (await this.ask('ls-remote', '--symref', '--', remote, 'HEAD')) ?? '';
            const [, branch] = /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(asked) ?? [];
            if (branch !== undefined)
                return branch;
        }
        return (await this.ask('symbolic-ref', 'HEAD'))?.replace(/^refs\/heads\//, '');
    }
    /** Where a branch of a remote is, undefined where there is none; or why the remote does not tell. */
    async tip(remote, branch) {
        const { problem, stdout } = await this.#run(['ls-remote', '--', remote, `refs/heads/${branch}`]);
        if (problem !== undefined)
            return { problem };
        // A pattern of `ls-remote` also matches the end of other names: `refs/heads/a/refs/heads/main`.
        const rows = linesOf(stdout).map((line) => line.split('\t'));
        return { tip: rows.find(([, ref]) => ref === `refs/heads/${branch}`)?.[0] };
    }
    /** Whether a commit of a remote, which is fetched, comes after another one. */
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
            const bytes = await tree.read(path, MAX_FILE);
            if (bytes === undefined)
                continue;
            // Git stores line feeds alone where it is configured to.
            const normal = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
            if (blobId(bytes, id) !== id && blobId(normal, id) !== id)
                changed.add(path);
        }
        return [...changed].sort();
    }
    /** What a command prints; undefined where it fails. */
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
/** As Git makes it, in the algorithm of another id. */
function blobId(bytes, { length }) {
    return (0,external_node_crypto_.hash)(length === 40 ? 'sha1' : 'sha256', Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]));
}
/** A URL of Git, in its parts: `https://host/owner/name.git`, `ssh://git@host/owner/name` or `git@host:owner/name.git`. */
const REMOTE = /^(?:(https?|ssh|git):\/\/(?:[^/]*@)?([^/@]+)\/|(?:[^/@:]+@)?([^/@:]{2,}):(?!:|\/\/))(.+)$/i;
/** Where the web pages of a repository are, by the URL of its remote; undefined for a folder of this machine. */
async function clone_addressOf(url, hostOf) {
    const [, scheme = 'ssh', host = '', sshHost = host, path = ''] = REMOTE.exec(url) ?? [];
    const repository = path.replace(/^\/+|(?:\.git)?\/*$/g, '');
    // The configuration of a clone is no more to be trusted than its files.
    if (!/^(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/i.test(sshHost))
        return undefined;
    if (!/^(?!\.\.?(?:\/|$))[\w.%-]+(?:\/(?!\.\.?(?:\/|$))[\w.%-]+)+$/.test(repository))
        return undefined;
    if (/^http/i.test(scheme))
        return { repository, serverUrl: `${scheme.toLowerCase()}://${host}` };
    const server = await hostOf(sshHost.replace(/:\d+$/, ''));
    // SSH has addresses of its own there: `git@ssh.dev.azure.com:v3/organisation/project/repository`.
    const [, project, ...rest] = /^v3\/(.+)\/(.+)$/.exec(/azure|visualstudio/.test(server) ? repository : '') ?? [];
    if (project !== undefined)
        return { repository: [project, '_git', ...rest].join('/'), serverUrl: 'https://dev.azure.com' };
    // Hosts for SSH through port 443.
    const web = server.replace(/^(?:alt)?ssh\.(?=(?:github\.com|gitlab\.com|bitbucket\.org)$)/, '');
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









/**
 * The repository around the current folder.
 *
 * @throws {ActionError} of kind `input` where there is none, or no Git.
 */
async function locate({ given }, env) {
    const program = command_findProgram('git', env);
    if (program === undefined)
        throw usageError('Git is not installed on this machine.', 'Install Git 2.36 or newer.');
    const clone = await Clone.find(program, await (0,promises_.realpath)(process.cwd()), env);
    // In a CI, jobs in containers work in the checkout of another user.
    if (!isPipeline(env) && !(await clone.isTrusted())) {
        const hint = 'If you trust it: `git config --global --add safe.directory` with this path.';
        throw usageError(`The repository ${clone.root} belongs to another user.`, hint);
    }
    const head = await clone.commit('HEAD');
    if (head === undefined) {
        throw usageError('The repository has no commit, or Git cannot read it.', 'Commit the runbooks first.');
    }
    const { CI_DEFAULT_BRANCH, CI_PROJECT_PATH, CI_SERVER_URL } = env['GITLAB_CI'] === 'true' ? env : {};
    const remote = await clone.remote();
    const branch = given('branch') ?? CI_DEFAULT_BRANCH ?? (await clone.branch(remote));
    if (branch === undefined) {
        throw usageError('HEAD is detached, and the remote does not tell its default branch.', 'Add `--branch NAME`.');
    }
    const url = remote === undefined ? undefined : await clone.ask('remote', 'get-url', remote);
    const known = await clone_addressOf(url ?? '', (alias) => hostOfAlias(alias, env));
    const repository = given('repository') ?? CI_PROJECT_PATH ?? known?.repository ?? '';
    const server = given('server-url') ?? CI_SERVER_URL ?? known?.serverUrl ?? 'https://github.com';
    const serverUrl = server.replace(/\/+$/, '');
    const hasPipeline = CI_SERVER_URL !== undefined || (0,external_node_fs_.existsSync)((0,external_node_path_.join)(clone.root, '.gitlab-ci.yml'));
    const other = env['GITHUB_ACTIONS'] === 'true' ? 'github' : hasPipeline ? 'gitlab' : undefined;
    const forge = given('forge') ?? (0,runbook_links/* forgeOf */.$D)(URL.parse(serverUrl)?.hostname ?? '') ?? other;
    return { repository, serverUrl, clone, program, head, remote, branch, forge };
}
/**
 * Why this pipeline has nothing to send, because the branch has a newer commit; undefined where HEAD is its head.
 *
 * @throws {ActionError} of kind `branch-moved` where the branch of the remote has another commit.
 */
async function superseded({ clone, head, remote, branch }, env) {
    const staleError = (why, hint) => new errors_ActionError('branch-moved', `${why}.`, `${hint} To send ${event_shortId(head)} all the same, add \`--allow-stale\`.`);
    if (remote === undefined) {
        throw staleError('The repository has no remote that could tell whether HEAD is current', 'Add one: `git remote add`.');
    }
    // A remote may have its URL as its name.
    const shown = withoutCredentials(remote);
    const told = await clone.tip(remote, branch);
    if ('problem' in told) {
        const why = `The remote ${shown} does not tell where ${branch} is: ${told.problem}`;
        throw staleError(why, 'Check that `git fetch` works here.');
    }
    const { tip } = told;
    if (tip === head)
        return undefined;
    const place = tip === undefined ? 'does not exist' : `is at ${event_shortId(tip)}`;
    const why = `HEAD is ${event_shortId(head)}, and the branch ${branch} of ${shown} ${place}`;
    if (isPipeline(env) && tip !== undefined && (await clone.isNewer(remote, branch, tip, head))) {
        return `Superseded: ${why}, a newer commit, which its own pipeline delivers.`;
    }
    throw staleError(why, 'Pull or push, and run this again; `--branch` names another branch.');
}
function isPipeline({ CI = '' }) {
    return CI !== '';
}

;// CONCATENATED MODULE: ./src/changes/changes.ts



/**
 * What the records do not show as delivered. The base left the knowledge base equal to its commit, and what was written
 * since comes from open commits. A file that has the same text in all of them and at the tip is right as it is. See
 * docs/decisions.md.
 *
 * @param parent of a pull request's merge commit: what the branch has without it.
 * @throws {ActionError} of kind `git` where the tip cannot be read.
 */
async function changesSince(source, matches, tip, base, parent) {
    if (source instanceof disk_DiskFiles) {
        // Everything that is on the disk. No commit can be read there.
        return {
            ...{ isFull: true, reason: 'Full sync: the files come from the disk.', baseCommit: base.commit ?? '', tip: '' },
            ...{ selected: await source.list(matches), earlier: new Map(), proposed: undefined },
            trustsList: base.knowsAll && base.open.length === 0
        };
    }
    const onBase = base.commit === undefined ? [] : [base.commit];
    const onParent = parent === undefined ? [] : [parent];
    // All in one fetch; where one commit is gone, as far as they can be had.
    await source.hasCommits([tip, ...onBase, ...base.open, ...onParent]);
    await source.ensureCommits(tip, ...onParent);
    const atBase = await source.earlierIds(tip, onBase, matches);
    const since = await source.earlierIds(tip, base.open, matches);
    const isGone = atBase === undefined || since === undefined;
    const whyFull = base.whyFull ?? (isGone ? `a commit that was delivered cannot be fetched (${source.problem})` : undefined);
    const paths = new Set([...(atBase?.keys() ?? []), ...(since?.keys() ?? [])]);
    const earlier = new Map(Array.from(paths, (path) => {
        const before = [...(atBase?.get(path) ?? [])];
        return [path, { atBase: before[0], ids: new Set([...before, ...(since?.get(path) ?? [])]) }];
    }));
    const others = base.open.length === 0 ? '' : `, and what other runs may have written (${(0,wording/* listed */.KE)(base.open.map(event_shortId))})`;
    const what = earlier.size === 0 ? 'Nothing changed' : 'Changes';
    return {
        ...{ baseCommit: base.commit ?? '', tip, earlier },
        isFull: whyFull !== undefined,
        reason: whyFull === undefined ? `${what} since the last delivery${others}.` : `Full sync: ${whyFull}.`,
        selected: await source.list(tip, matches),
        trustsList: base.knowsAll && since !== undefined,
        proposed: parent === undefined ? undefined : new Set((await source.earlierIds(tip, onParent, matches))?.keys())
    };
}

// EXTERNAL MODULE: ./node_modules/@actions/http-client/lib/proxy.js
var lib_proxy = __webpack_require__(9783);
// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(8522);
;// CONCATENATED MODULE: ./src/field.ts
/** A field of JSON that was not checked, by the names that lead to it; undefined where it is missing. */
function field_field(value, ...names) {
    return names.reduce((holder, name) => holder?.[name], value);
}

;// CONCATENATED MODULE: ./src/knowledge/connection.ts







/** Bytes that are read of an answer other than 2xx. */
const MAX_ERROR_BYTES = 16 * 1024;
/** Milliseconds; a firewall that drops packets is told apart from a service that is slow. */
const CONNECT_TIMEOUT = 10_000;
/** HTTP to the service: no redirects, no retries, every answer bounded in time and bytes. */
class Connection {
    /** The service with its port, and what is connected to: the service, or the proxy. */
    #names;
    #dispatcher;
    #options;
    constructor(options) {
        const { baseUrl, concurrency, timeout } = options;
        const url = new URL(baseUrl);
        // The deadline of an attempt replaces undici's own, of which none ends a slow trickle.
        const connect = { timeout: Math.min(timeout, CONNECT_TIMEOUT) };
        const settings = { connections: concurrency, headersTimeout: 0, bodyTimeout: 0, connect };
        const proxy = (0,lib_proxy/* getProxyUrl */.s)(url);
        this.#dispatcher =
            proxy === undefined
                ? new undici.Pool(url.origin, settings)
                : new undici.ProxyAgent({ ...settings, ...credentialsOf(proxy), uri: proxy.origin });
        this.#names = { host: url.host, peer: proxy === undefined ? url.host : `the proxy ${proxy.host}` };
        this.#options = options;
    }
    /**
     * Sends one request.
     *
     * @param path below the base address, with a leading slash.
     * @param json the body.
     * @param limit bytes that are read of a 2xx answer.
     * @param timeout milliseconds.
     * @throws {RequestError} where there is no complete answer.
     */
    async post(path, json, { limit, timeout }) {
        const { token, baseUrl } = this.#options;
        const url = new URL(baseUrl + path);
        // `AbortSignal.timeout` would stay in memory long after the request.
        const controller = new AbortController();
        const { promise: stopped, reject } = Promise.withResolvers();
        stopped.catch(() => undefined);
        const timer = setTimeout(() => {
            const error = new DOMException('The deadline has passed.', 'TimeoutError');
            controller.abort(error);
            reject(error);
        }, timeout);
        try {
            const answer = this.#dispatcher.request({
                origin: url.origin,
                path: url.pathname,
                method: 'POST',
                headers: {
                    authorization: `Bearer ${token.reveal()}`,
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
            const bytes = await (statusCode === 401 ? Promise.race([whole, (0,external_node_timers_promises_.setTimeout)(1000, none, { ref: false })]) : whole);
            const encoding = header('content-encoding');
            const content = bytes === undefined ? { kind: 'too-large', limit } : connection_decode(bytes, encoding, limit);
            return { url: url.href, status: statusCode, header, body: content };
        }
        catch (error) {
            throw networkError(error, this.#names, timeout);
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
        return requestError('timedOut', { seconds: Math.ceil(timeout) / 1000 }, { retryable: true, cause });
    }
    const said = errors_messageOf(cause);
    const [, tunnel] = /\((\d{3})\)(?: !== 200)? when HTTP Tunneling/.exec(said) ?? [];
    if (tunnel !== undefined) {
        const retryable = /^(?:5|408|429)/.test(tunnel);
        return requestError('tunnelRefused', { ...names, status: tunnel }, { retryable, cause });
    }
    if (said === 'bad response')
        return requestError('interimAnswer', names, { retryable: true, cause });
    // Of a host with several addresses, Node reports one error with the code of the first.
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

// EXTERNAL MODULE: ./node_modules/p-queue/dist/index.js + 2 modules
var p_queue_dist = __webpack_require__(7814);
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
     * @returns the milliseconds to pause where the service names none.
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
    /** Milliseconds until tasks start again. */
    get pauseLeft() {
        return Math.max(0, this.#pausedUntil - performance.now());
    }
    /** Ends a pause. */
    resume() {
        clearTimeout(this.#timer);
        this.#queue.start();
    }
}

;// CONCATENATED MODULE: ./src/knowledge/patience.ts


/** Milliseconds without a success after which a run ends, and while nothing ever succeeded. */
const LONGEST = 10 * 60_000;
const FIRST = 60_000;
/** Knows when to stop: after too long a time without a success. Pauses after a rate limit count apart from other time. */
class Patience {
    #timeout;
    #hasSucceeded = false;
    /** Since when nothing succeeded, without pauses; undefined before the first upsert. */
    #since;
    /** Milliseconds of pauses since the last success. */
    #paused = 0;
    /** @param timeout milliseconds of one attempt. */
    constructor(timeout) {
        this.#timeout = timeout;
    }
    start() {
        this.#since ??= performance.now();
    }
    succeeded() {
        this.#hasSucceeded = true;
        this.#since = performance.now();
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
            return endError('limitedForLong', { last: message });
        const most = this.#hasSucceeded ? LONGEST : Math.max(FIRST, 2 * this.#timeout);
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
/** Undefined for a form that is not known. */
function list_parsePage(answer) {
    const holders = [answer, field_field(answer, 'data'), field_field(answer, 'result')];
    const valuesOf = (keys) => holders.flatMap((holder) => keys.map((key) => field_field(holder, key)));
    const candidates = [answer, ...valuesOf(ARRAY_KEYS)];
    const arrays = candidates.filter((value) => Array.isArray(value));
    const isEmpty = arrays.every(({ length }) => length === 0);
    // Some services write an empty array as null.
    const none = isEmpty && (arrays.length > 0 || candidates.includes(null, 1)) ? [] : undefined;
    const named = arrays.find((array) => array.some((row) => nameOf(row) !== ''));
    // A page may have nothing but drafts without a name.
    const rows = named ?? arrays.find((array) => array.some((row) => idOf(row) !== undefined)) ?? none;
    if (rows === undefined)
        return undefined;
    const total = valuesOf(TOTAL_KEYS).find((value) => typeof value === 'number' && value >= 0);
    return { rows: entriesIn(rows), total };
}
function entriesIn(rows) {
    const counts = new Map();
    return rows.map((row) => {
        const [name, id, content, deletedAt] = [nameOf(row), idOf(row), field_field(row, 'content'), field_field(row, 'deleted_at')];
        const shown = {
            name,
            content: typeof content === 'string' ? content : undefined,
            isDeleted: DELETED_KEYS.some((key) => field_field(row, key) === true) || (deletedAt ?? '') !== ''
        };
        const key = (0,external_node_crypto_.hash)('sha256', JSON.stringify(id === undefined ? shown : [name, id]), 'base64url');
        // Without ids, equal rows of one page are entries of their own, and of two pages the same entries again.
        const nth = counts.get(key) ?? 0;
        counts.set(key, nth + 1);
        return { ...shown, key: `${key} ${nth}` };
    });
}
function idOf(row) {
    const isId = (value) => typeof value === 'string' || typeof value === 'number';
    return ID_KEYS.map((key) => field_field(row, key)).find(isId);
}
function nameOf(row) {
    const name = field_field(row, 'name');
    return typeof name === 'string' ? name : '';
}

;// CONCATENATED MODULE: ./src/knowledge/snippet.ts

const snippet_MAX_LENGTH = 200;
/** Characters of an answer in which a title is looked for. */
const MAX_INPUT = 4000;
/**
 * What the service said, fit for a message: the text of a JSON error (RFC 9457 or the usual fields), the title of an HTML
 * page, else the body; on one line, without the token, invisible characters and workflow commands, 200 characters at most.
 * Empty where it says nothing.
 *
 * @param mayHoldTexts whether the body may be a list of entries, whose texts must not be printed.
 */
function snippetOf(body, token, mayHoldTexts = false) {
    // Redacted before anything is cut, and again because escape sequences of JSON may have split the token.
    const text = token.redact(body.replace(/\p{Cf}/gu, ''));
    const said = messageIn(text) ?? titleIn(text) ?? (mayHoldTexts ? '' : bodyWithText(text));
    const visible = token.redact(said.replace(/\s+/g, ' ').replace(/[\p{Cc}\p{Cf}]/gu, ''));
    const snippet = visible.toWellFormed().trim();
    return snippet.length > snippet_MAX_LENGTH ? `${snippet.slice(0, snippet_MAX_LENGTH).toWellFormed()}…` : snippet;
}
function isHtml(body) {
    return /^\uFEFF?\s*<(?:!doctype|!--|[a-z][a-z0-9-]*[\s/>])/i.test(body.slice(0, 1000));
}
function bodyWithText(body) {
    return /^[\s{}[\]"]*$/.test(body.slice(0, MAX_INPUT)) ? '' : body;
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
function titleIn(body) {
    return isHtml(body) ? (/<title[^>]{0,200}>([^<]{1,500})/i.exec(body.slice(0, MAX_INPUT))?.[1] ?? '') : undefined;
}

;// CONCATENATED MODULE: ./src/knowledge/response.ts




/**
 * Checks that an answer says that the request succeeded: it is 2xx, and its whole body is understood: empty, or without a
 * sign of an error.
 *
 * @param learntCodes the service's own words for success by field.
 * @throws {RequestError}
 */
function readSuccess(response, token, learntCodes) {
    requireNoError(readJson(response, token), response, token, learntCodes);
}
/**
 * Reads a page of the list.
 *
 * @param learntCodes gets the service's own words for success by field, where the page has rows.
 * @throws {RequestError}
 */
function readPage(response, token, learntCodes) {
    const value = readJson(response, token);
    const page = list_parsePage(value);
    // An error may look like an empty list.
    if (page !== undefined && page.rows.length > 0) {
        for (const [name, code] of entriesOf(value)) {
            if (CODES.includes(name) && !isUsualCode(code))
                learntCodes.set(name, code);
        }
    }
    requireNoError(value, response, token, learntCodes);
    if (page === undefined)
        throw requestError('notAList', { url: response.url });
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
function requireNoError(value, response, token, learntCodes) {
    const isProblem = /\bproblem\+json\b/i.test(response.header('content-type'));
    const sign = isProblem ? 'content-type' : signOfError(value, learntCodes);
    if (sign === undefined)
        return;
    throw requestError('reportsError', { status: response.status, sign, said: quote(response, token) });
}
const CODES = ['code', 'errcode', 'errorCode', 'error_code', 'statusCode'];
function isUsualCode(code) {
    return /^(?:|0+|2\d\d|ok|success)$/i.test(response_textOf(code));
}
/** The field of an answer that says that the request failed; undefined without one. */
function signOfError(value, learntCodes) {
    if (value === false)
        return 'false';
    const isFailure = (name, found) => {
        switch (name) {
            case 'success':
            case 'ok':
                return found === 0 || /^false$/i.test(response_textOf(found));
            case 'error':
            case 'errors':
                return isFilled(found);
            case 'status':
                return (Number(response_textOf(found)) >= 400 || /^(?:error|fail(?:ed|ure)?|rejected|denied|invalid)$/i.test(response_textOf(found)));
            default:
                if (learntCodes.has(name))
                    return found !== learntCodes.get(name);
                return CODES.includes(name) && !isUsualCode(found);
        }
    };
    const top = entriesOf(value).find(([name, found]) => isFailure(name, found));
    if (top !== undefined)
        return top[0];
    for (const holder of ['data', 'result']) {
        const inner = entriesOf(field_field(value, holder)).find(([name, found]) => /^(?:errors?|success|ok)$/.test(name) && isFailure(name, found));
        if (inner !== undefined)
            return `${holder}.${inner[0]}`;
    }
    return undefined;
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
const RETRYABLE = [408, 409, 423, 425, 500, 502, 503, 504];
function statusError(response, token) {
    const { status, url } = response;
    const said = quote(response, token);
    const facts = { url, status, said };
    const retryAfter = retryAfterOf(response);
    const retryable = RETRYABLE.includes(status) || (status >= 520 && status <= 529);
    if (status < 400) {
        // The query of such an address often holds a ticket.
        const target = snippetOf(token.redact(response.header('location')).replace(/[?#].*/s, ''), token);
        const where = target === '' ? 'without an address' : `to “${target}”`;
        return requestError('redirected', { url, status, where });
    }
    if (status === 401)
        return tokenRejectedError(said);
    if (status === 403)
        return requestError(isHtmlAnswer(response) ? 'html' : 'forbidden', facts);
    if ([404, 405, 410, 501].includes(status))
        return requestError('noSuchApi', facts);
    if (status === 407)
        return requestError('proxyNeedsLogin', facts);
    if (status === 413)
        return requestError('entryTooLarge', facts, { tooLarge: true });
    if (status === 429)
        return requestError('rateLimited', facts, { retryable: true, retryAfter });
    if (status < 500 && !retryable) {
        return requestError('rejected', facts, { tooLarge: status === 400 || status === 422 });
    }
    return requestError('failing', facts, { retryable, retryAfter });
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
/** Milliseconds: the longest wait before the first retry, and before any. */
const FIRST_BACKOFF = 500;
const LONGEST_BACKOFF = 20_000;
/** A service may ask for more than the 24 days that a timer takes; a run that is asked to wait this long ends anyway. */
const client_LONGEST_PAUSE = 60 * 60_000;
/**
 * The knowledge base of the token. Requests wait for their turn, are retried, and end together when one failure concerns
 * all of them.
 */
class KnowledgeClient {
    /** Gets what a long run is busy with, in words. */
    onWait;
    #connection;
    #options;
    #limiter;
    #patience;
    #stop = new AbortController();
    /** What `code` is in an answer of this service that says nothing about an error. */
    #learntCodes = new Map();
    constructor(options) {
        this.onWait = options.onWait;
        this.#connection = new Connection(options);
        this.#limiter = new RateLimiter(options.concurrency);
        this.#patience = new Patience(options.timeout);
        this.#options = options;
        if (options.signal.aborted)
            this.#cancel();
        else
            options.signal.addEventListener('abort', this.#cancel, { once: true });
    }
    /** Whether a text has the token in it, in any form. */
    hasToken(text) {
        return this.#options.token.redact(text) !== text;
    }
    /** Why no request is sent any more; undefined while the client works. */
    get ended() {
        return this.#stop.signal.reason;
    }
    /**
     * Creates or updates an entry.
     *
     * @returns the number of attempts.
     * @throws {RequestError} for this entry; `ended` where the run has ended.
     */
    async upsert(entry) {
        this.#patience.start();
        const { token, timeout } = this.#options;
        const attempt = async (nth) => {
            const started = performance.now();
            try {
                await this.#post(UPSERT_PATH, entry, { limit: MAX_UPSERT_ANSWER, timeout }, (answer) => {
                    readSuccess(answer, token, this.#learntCodes);
                });
                this.#patience.succeeded();
                return nth;
            }
            catch (error) {
                // A pause would hold back those that wait to see that the run has ended.
                if (this.ended === undefined && error instanceof RequestError) {
                    this.#patience.pausedFor(this.#slowDown(error, started));
                    const end = this.#patience.endAfter(error);
                    if (end !== undefined)
                        this.end(end);
                }
                throw error;
            }
        };
        return this.#repeat(attempt, () => Infinity);
    }
    /**
     * One page of the list. Nothing that happens to it ends the run, except that the token is rejected.
     *
     * @param until when the answer is of no use any more, by `performance.now()`.
     * @throws {RequestError} where it cannot be read; `ended` where the run has ended.
     */
    async listPage([pageNum, pageSize], until) {
        const { token } = this.#options;
        let last;
        const attempt = async () => {
            const started = performance.now();
            // It has waited for its turn.
            if (last !== undefined && started >= until)
                throw last;
            const timeout = Math.max(1, Math.min(this.#options.timeout, until - started));
            try {
                const body = { page_num: pageNum, page_size: pageSize };
                return await this.#post(LIST_PATH, body, { limit: MAX_LIST_PAGE, timeout }, (answer) => {
                    return readPage(answer, token, this.#learntCodes);
                });
            }
            catch (error) {
                last = error instanceof RequestError ? error : undefined;
                const isWorthWaiting = (last?.retryAfter ?? 0) < until - performance.now();
                if (this.ended === undefined && last !== undefined && isWorthWaiting)
                    this.#slowDown(last, started);
                throw error;
            }
        };
        return this.#repeat(attempt, ({ retryAfter = 0 }) => {
            return until - performance.now() - Math.max(retryAfter, this.#limiter.pauseLeft);
        });
    }
    async [Symbol.asyncDispose]() {
        this.#options.signal.removeEventListener('abort', this.#cancel);
        this.end(endError('closed'));
        await this.#connection[Symbol.asyncDispose]();
    }
    /** Waits. @throws `ended` where the run ends meanwhile. */
    async pause(milliseconds) {
        await (0,external_node_timers_promises_.setTimeout)(Math.max(0, milliseconds), undefined, { signal: this.#stop.signal }).catch(() => undefined);
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
     *
     * @param timeLeft milliseconds in which another attempt makes sense.
     */
    async #repeat(attempt, timeLeft) {
        let retries = 0;
        for (let nth = 1;; nth++) {
            try {
                return await this.#limiter.run(async () => {
                    if (this.ended !== undefined)
                        throw this.ended;
                    return attempt(nth);
                });
            }
            catch (error) {
                if (!(error instanceof RequestError) || error === this.ended)
                    throw error;
                error.attempts = nth;
                const isRateLimit = error.kind === 'rate-limited';
                const isLast = !isRateLimit && retries >= this.#options.retries;
                if (!error.retryable || isLast || timeLeft(error) <= 0)
                    throw error;
                if (!isRateLimit) {
                    // With full jitter, so that requests that failed together do not come back together. See
                    // https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
                    const longest = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** retries++);
                    await this.pause(Math.random() * longest);
                }
                // The run has ended while this one was in flight.
                if (this.ended !== undefined)
                    throw this.ended;
            }
        }
    }
    /** Pauses all requests after a rate limit, or where the service asks for it; returns the milliseconds. */
    #slowDown(failure, started) {
        const own = failure.kind === 'rate-limited' ? this.#limiter.throttled(started) : 0;
        // Also beside `Retry-After`, which may be 0 or a time that is past.
        const pause = Math.min(client_LONGEST_PAUSE, Math.max(own, failure.retryAfter ?? 0));
        if (pause > 0)
            this.onWait?.(`waiting ${Math.ceil(pause / 1000)} s, as the service asks: ${failure.message}`);
        return this.#limiter.pause(pause);
    }
    /** @param read makes the answer what is needed of it. */
    async #post(path, json, limits, read) {
        const started = performance.now();
        let status = 'no answer';
        try {
            const response = await this.#connection.post(path, json, limits);
            status = String(response.status);
            const value = read(response);
            this.#limiter.succeeded();
            return value;
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
    #cancel = () => {
        this.end(endError('cancelled'));
    };
}

;// CONCATENATED MODULE: ./src/cli/workflow.ts





/** Never the address: one from a checkout would get the token. */
const workflow_TAKEN = INPUT_OPTIONS.filter((name) => name !== 'base-url');
const MAX_BYTES = 128 * 1024;
const MAX_FILES = 100;
/** What needs a look before anything is sent. */
const RISKY = ['on-conflict', 'files', 'entry-name'];
const OURS = /runbook-sync\/runbook-sync/i;
const USES = /^runbook-sync\/runbook-sync(?:@|$)/i;
/**
 * The options of the step that uses the Action, so that a laptop shows what the workflow will do.
 *
 * @param wanted the name of a workflow, or `none`.
 * @throws {ActionError} of kind `input` where several steps have other options, or none has the name.
 */
async function workflowOptions(source, head, wanted, diagnose) {
    if (wanted === 'none')
        return {};
    const all = await stepsOf(source, head);
    const file = wanted?.replace(/^.*\//, '');
    const steps = all.filter(({ name }) => file === undefined || name === file || name.startsWith(`${file}:`));
    const [step, ...others] = new Map(steps.map((each) => [each.shown, each])).values();
    if (step !== undefined && others.length === 0) {
        if (step.shown !== '')
            diagnose({ level: 'notice', message: `Options of ${step.name}: ${step.shown}.` });
        return step.options;
    }
    if (wanted === undefined && step === undefined)
        return {};
    const choices = (step === undefined ? all : [step, ...others]).map(({ name, shown }) => `\`--workflow ${name}\` (${shown})`);
    const problem = `No workflow \`${wanted ?? ''}\` of HEAD has a step with this Action.`;
    throw usageError(step === undefined ? problem : 'Several steps use this Action, and differ in their options.', (0,wording/* joined */.oR)([choices.length > 0 && `Choose ${(0,wording/* listed */.KE)(choices, 10)}, or`, '`--workflow none` for none of them.']));
}
/** The steps that use the Action, by the name of their file; of several in one file also by a number, `runbooks.yml:2`. */
async function stepsOf(source, head) {
    const { files } = await source.list(head, (path) => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path));
    const found = [];
    for (const file of files.slice(0, MAX_FILES)) {
        const content = await source.read(file, MAX_BYTES);
        const steps = content.kind === 'bytes' ? usesIn(content.bytes.toString()) : [];
        const name = file.path.replace(/^.*\//, '');
        found.push(...steps.map((step, at) => ({ ...step, name: steps.length > 1 ? `${name}:${at + 1}` : name })));
    }
    return found;
}
/** The steps of one workflow; none where it cannot be read. `shown` are their options as a command line has them. */
function usesIn(text) {
    if (!OURS.test(text))
        return [];
    let jobs;
    try {
        jobs = field_field((0,dist/* parse */.qg)(text, { maxAliasCount: 100, logLevel: 'error' }), 'jobs');
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
        if (inputs.get('mode') === 'check')
            return [];
        const textOf = (value) => ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
        const given = [...RISKY, ...workflow_TAKEN.filter((name) => !RISKY.includes(name))].map((name) => [name, textOf(inputs.get(name)).trim()]);
        const options = given.filter(([, value]) => value !== '' && !value.includes('${{'));
        const unknown = given.filter(([, value]) => value.includes('${{')).map(([name]) => `--${name}`);
        const shown = options.map(([name, value]) => `--${name} ${/^[\w./-]+$/.test(value) ? value : `'${(0,wording/* shorten */.ml)(value, 200)}'`}`);
        const without = unknown.length > 0 && `without ${unknown.join(', ')}, which only a run knows`;
        return [{ options: Object.fromEntries(options), shown: (0,wording/* joined */.oR)([shown.join(' '), without], ', ') }];
    });
}

;// CONCATENATED MODULE: ./src/cli/session.ts












/** @throws {ActionError} of kind `input` where the token or the address is missing. */
function connect({ command, findings, signal, resources }, inputs) {
    const { token, baseUrl } = inputs;
    if (token === undefined) {
        const hint = 'Set it to a token from Settings → Access Tokens of the assistant. `plan` works without it.';
        throw usageError('RUNBOOK_SYNC_TOKEN is not set.', hint);
    }
    if (baseUrl === undefined) {
        const hint = 'Add `--base-url URL`, or set RUNBOOK_SYNC_BASE_URL. `plan` works without it.';
        throw usageError('The address of the assistant’s API is not known.', hint);
    }
    const trace = (line) => command.has('verbose') && process.stderr.write(`${line}\n`);
    const onWait = findings.observer.waiting;
    return { client: resources.use(new KnowledgeClient({ ...inputs, token, baseUrl, signal, trace, onWait })), token };
}
/** Opens the repository around the current folder, and says what of it does not count: what a command has that reads one. */
async function openRepository(context) {
    const { command, findings, env, resources } = context;
    const place = await locate(command, env);
    const { clone, program, head, branch, remote, repository, serverUrl, forge } = place;
    findings.address = { repository, serverUrl };
    const job = { repository, serverUrl, sha: head, temp: (0,external_node_os_.tmpdir)() };
    const setup = { program, job, token: undefined, env, user: { git: clone.git, remote } };
    const source = resources.use(await repository_Repository.open(clone.git.gitDir, setup));
    const inputs = inputsOf(command, await workflowOptions(source, head, command.given('workflow'), (notice) => {
        // Before anything is sent by them.
        if (command.name === 'sync')
            process.stderr.write(`${escapeLog(notice.message)}\n`);
        findings.diagnose(notice);
    }));
    const { matches } = new Patterns(inputs.files);
    const uncommitted = await clone.uncommitted((await source.list(head, matches)).files, matches);
    if (uncommitted.length > 0) {
        const changed = `${(0,wording/* count */.U9)(uncommitted.length, 'runbook')} with changes: ${(0,wording/* listed */.KE)(uncommitted)}`;
        findings.diagnose({ level: 'warning', message: `Only what is committed counts. ${changed}.` });
    }
    // Not the patterns of above: these know which of them the commit does not use.
    const patterns = new Patterns(inputs.files);
    // Without the form of links, an address would be a wrong one.
    const address = { ...findings.address, ...(forge === undefined && { repository: '' }), ...(forge && { forge }) };
    const options = { ...inputs, ...address, links: linksOf(context, inputs, place), ref: branch };
    const replace = new Set(command.given('replace')?.split('\n'));
    return { ...context, inputs, place, ref: `refs/heads/${branch}`, source, patterns, options, replace };
}
/**
 * Everything: nothing is known of earlier deliveries.
 *
 * @throws {ActionError} of kind `input` where nothing is selected, or `--replace` names something else.
 */
async function changesOf(session) {
    const { command, place, source, patterns, replace } = session;
    const { clone, head } = place;
    const since = command.given('since');
    const parent = since && ((await clone.commit(since)) ?? since);
    if (parent !== undefined && !/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(parent)) {
        throw usageError(`\`--since\` names no commit that is here: ${parent}.`, 'Fetch it, or give its full id.');
    }
    const base = { ...NOTHING_KNOWN, whyFull: 'the command line keeps no records' };
    const changes = await changesSince(source, patterns.matches, head, base, parent);
    const unknown = replace.difference(new Set(changes.selected.files.map(({ path }) => path)));
    if (unknown.size > 0) {
        const message = `\`--replace\` names no runbook of HEAD: ${(0,wording/* listed */.KE)([...unknown])}.`;
        throw usageError(message, 'Give the path from the root of the repository, as `plan` shows it.');
    }
    return { base, changes };
}
/** @throws {ActionError} of kind `input` where the command needs the address of the repository, and nothing tells it. */
function linksOf({ command: { name }, findings }, { links, nameTemplate }, { repository, serverUrl, forge }) {
    if (repository !== '' && forge !== undefined)
        return links;
    const [problem, hint] = repository === ''
        ? [
            'the remote does not tell the address of the repository',
            'Add `--repository OWNER/NAME`, and `--server-url URL` where it is not on github.com.'
        ]
        : [
            `nobody knows how links to ${serverUrl} look`,
            `Add \`--forge\` with what runs there: ${runbook_links/* FORGE_NAMES */.NT.join(', ')}.`
        ];
    if (nameTemplate.includes('{repository}') || (name === 'sync' && links === 'absolute')) {
        const message = `Links, or names with \`{repository}\`, cannot be made: ${problem}.`;
        throw usageError(message, `${hint} \`--links keep\` sends links as they are.`);
    }
    if (links === 'absolute') {
        findings.diagnose({ level: 'warning', message: `Relative links stay as they are: ${problem}. ${hint}` });
    }
    return 'keep';
}

;// CONCATENATED MODULE: ./src/report/progress.ts

/** Characters of the bar. */
const WIDTH = 20;
/** Says on standard error what a command waits for: on a terminal at once, on one line; elsewhere every ten seconds. */
class Progress {
    #isTerminal = process.stderr.isTTY;
    #timer;
    #phase = () => '';
    #shown = '';
    constructor() {
        this.#timer = setInterval(() => {
            this.#show(this.#phase());
        }, this.#isTerminal ? 100 : 10_000).unref();
    }
    waiting = (message) => {
        this.#phase = () => message;
        if (message === '')
            this.#show('');
    };
    progress = (findings) => {
        this.#phase = () => {
            const items = findings.items.filter(({ decision: { kind } }) => kind === 'send');
            const done = items.filter(({ sent }) => sent !== undefined).length;
            const full = Math.round((WIDTH * done) / Math.max(1, items.length));
            return `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${(0,wording/* format */.GP)(done)} of ${(0,wording/* count */.U9)(items.length, 'runbook')}`;
        };
    };
    #show(text) {
        if (!this.#isTerminal && text !== '')
            process.stderr.write(`${text}\n`);
        else if (this.#isTerminal && text !== this.#shown) {
            // A longer line would be two, of which the next one replaces one.
            process.stderr.write(`\r\u001b[2K${(0,wording/* shorten */.ml)(text, Math.max(process.stderr.columns, 40) - 1)}`);
        }
        this.#shown = text;
    }
    [Symbol.dispose]() {
        clearInterval(this.#timer);
        if (this.#isTerminal)
            this.#show('');
    }
}

;// CONCATENATED MODULE: ./src/cli/commands.ts
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




























/** A shorter value of the variable stands in ordinary text by chance. */
const SHORTEST_TOKEN = 8;
/** Each returns what it did, in a sentence; undefined where the findings tell. */
const commands_COMMANDS = { plan, sync, check, pull };
/** Runs one command. Every error ends here. Returns the exit code. */
async function runCommand(args, env) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        (0,wording/* speakAsCommand */.uX)();
        const progress = __addDisposableResource(env_1, new Progress(), false);
        const findings = new Findings({ repository: '', serverUrl: '' }, progress);
        // Also where the options cannot be read: a program waits for the report.
        const json = args.includes('--json');
        // It may have been typed in the place of something else.
        const secret = new Secret(env['RUNBOOK_SYNC_TOKEN']?.trim() ?? '');
        const redact = (text) => (secret.reveal().length < SHORTEST_TOKEN ? text : secret.redact(text));
        let lastLine;
        let work = Promise.resolve(undefined);
        const cancellation = __addDisposableResource(env_1, new Cancellation('The command was cancelled.', () => {
            progress[Symbol.dispose]();
            process.exit(130);
        }), false);
        const { signal } = cancellation;
        // A request may still be waited for.
        signal.addEventListener('abort', () => {
            progress.waiting('stopping; a second Ctrl-C ends at once');
        });
        const resources = new AsyncDisposableStack();
        resources.use(progress);
        try {
            const command = readCommand(args, env);
            if (command === undefined)
                return 0;
            findings.mode = command.name;
            // A terminal is no public log.
            findings.isPrivate = command.has('diff') || process.stdout.isTTY;
            prepareProxies(process.env);
            // Git must not see it.
            const others = { ...env, RUNBOOK_SYNC_TOKEN: undefined };
            work = commands_COMMANDS[command.name]({ command, findings, env: others, signal, resources });
            lastLine = await cancellation.limit(work);
        }
        catch (error) {
            findings.fail(error);
        }
        await resources.disposeAsync();
        // It removes its temporary files.
        await Promise.race([work.catch(() => undefined), (0,external_node_timers_promises_.setTimeout)(1000, undefined, { ref: false })]);
        const { failure, outcomes } = findings;
        if (args.includes('--verbose') && failure?.cause instanceof Error)
            process.stderr.write(`${failure.cause.stack?.split('\n').map(makeVisible).map(redact).join('\n') ?? ''}\n`);
        writeReport(findings, { stream: json ? process.stderr : process.stdout, lastLine, redact });
        if (json)
            process.stdout.write(redact(jsonOf(findings)));
        if (verdictOf(findings) !== undefined)
            return failure?.kind === 'input' && outcomes.length === 0 ? 2 : 1;
        return args.includes('--exit-code') && totalsOf(findings).planned > 0 ? 3 : 0;
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        __disposeResources(env_1);
    }
}
async function check(context) {
    const { client } = connect(context, inputsOf(context.command));
    context.findings.inventory = await countEntries(client);
}
async function plan(context) {
    const { command, findings } = context;
    const session = await openRepository(context);
    const { token, baseUrl } = session.inputs;
    const client = token === undefined || baseUrl === undefined ? undefined : connect(context, session.inputs).client;
    if (client === undefined) {
        const missing = [token === undefined && 'RUNBOOK_SYNC_TOKEN', baseUrl === undefined && 'RUNBOOK_SYNC_BASE_URL'];
        const message = `The plan cannot see the knowledge base: set ${(0,wording/* joined */.oR)(missing, ' and ')} to compare.`;
        findings.diagnose({ level: 'notice', message });
    }
    const planned = await planCommit({ ...session, ...(await changesOf(session)), showsAll: command.has('diff') }, client);
    const left = entriesLeft(planned);
    if (left !== undefined)
        findings.diagnose({ level: 'warning', message: `${left} A sync asks first, or needs \`--yes\`.` });
    const waiting = findings.outcomes.filter(({ outcome, isWaiting }) => outcome === 'planned' && isWaiting === true).length;
    // What was delivered, only the list tells.
    if (waiting > 0 && client !== undefined) {
        const message = `A sync would also send ${(0,wording/* count */.U9)(waiting, 'runbook')} that did not change since ${command.given('since') ?? ''}.`;
        findings.diagnose({ level: 'notice', message });
    }
    return totalsOf(findings).planned > 0 ? 'Nothing was written.' : '';
}
async function sync(context) {
    const { command, findings } = context;
    const session = await openRepository(context);
    const { inputs, place } = session;
    const { client, token } = connect(context, inputs);
    const isOutdated = async () => {
        const message = command.has('allow-stale') ? undefined : await superseded(place, context.env);
        if (message !== undefined)
            findings.diagnose({ level: 'notice', message });
        return message !== undefined;
    };
    if (await isOutdated())
        return;
    const folder = (0,external_node_path_.resolve)(command.given('saved') ?? (0,external_node_os_.tmpdir)());
    await makeFolder(folder);
    const saved = new SavedTexts(folder, token, `\`runbook-sync sync\` of commit ${event_shortId(place.head)}`);
    const approve = (planned) => requireConsent(planned, context);
    await deliverCommit({ ...session, ...(await changesOf(session)), client, saved, approve });
    await isOutdated();
}
/**
 * Makes a folder where it is missing.
 *
 * @throws {ActionError} of kind `input` where that is impossible.
 */
async function makeFolder(folder) {
    // With `recursive`, Node tries without an end where a parent that exists takes no folder, as /proc.
    const missing = [];
    for (let path = folder; !(0,external_node_fs_.existsSync)(path); path = (0,external_node_path_.dirname)(path))
        missing.unshift(path);
    try {
        for (const path of missing)
            await (0,promises_.mkdir)(path);
        if (!(await (0,promises_.stat)(folder)).isDirectory())
            throw new Error('a file has its name');
    }
    catch (error) {
        const message = `The folder ${folder} cannot be made: ${errors_messageOf(error)}.`;
        throw new errors_ActionError('input', message, 'Choose another folder.', { cause: error });
    }
}
async function pull(context) {
    const { command, findings } = context;
    const session = await openRepository(context);
    const { client, token } = connect(context, session.inputs);
    const { root } = session.place.clone;
    const folder = command.given('new');
    const newFolder = folder === undefined ? undefined : (0,external_node_path_.relative)(root, (0,external_node_path_.resolve)(folder)).replaceAll(external_node_path_.sep, '/');
    if (newFolder !== undefined && /^(?:\.\.|[a-z]:)(?:\/|$)/i.test(newFolder)) {
        throw usageError(`${folder ?? ''} is not in the repository.`, 'Choose a folder of it for `--new`.');
    }
    const tree = new WorkTree(root);
    await pullEdits({ ...session, tree, head: session.place.head, base: NOTHING_KNOWN, client, token, newFolder });
    const isEmpty = findings.pulled.length === 0;
    return `${headlineOf(findings)}.${isEmpty ? '' : ' Look at `git status` and `git diff`, and commit what is right.'}`;
}
/** @throws {ActionError} of kind `input` where most entries would be left behind, and nobody agrees. */
async function requireConsent(planned, { command, findings, signal }) {
    const env_2 = { stack: [], error: void 0, hasError: false };
    try {
        const message = command.has('yes') ? undefined : entriesLeft(planned);
        if (message === undefined)
            return;
        const hint = 'Compare `--entry-name` and `--files` with those of earlier syncs. `--yes` sends all the same.';
        if (!process.stdin.isTTY || !process.stderr.isTTY)
            throw usageError(message, hint);
        findings.observer.waiting?.('');
        const terminal = __addDisposableResource(env_2, (0,external_node_readline_promises_.createInterface)({ input: process.stdin, output: process.stderr })
        // Ctrl-C and the end of the input close it.
        , false);
        // Ctrl-C and the end of the input close it.
        const closed = (0,external_node_events_.once)(terminal, 'close').then(() => '');
        const asking = terminal.question(`${message}\nSend them all the same? [y/N] `, { signal }).catch(() => '');
        const answer = await Promise.race([asking, closed]);
        if (!/^y(?:es)?$/i.test(answer.trim()))
            throw usageError(message, hint);
    }
    catch (e_2) {
        env_2.error = e_2;
        env_2.hasError = true;
    }
    finally {
        __disposeResources(env_2);
    }
}


/***/ }),

/***/ 7611:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   IN: () => (/* binding */ normalForm),
/* harmony export */   p4: () => (/* binding */ composed),
/* harmony export */   zN: () => (/* binding */ foldName)
/* harmony export */ });
// What services change in texts and names, so that it is no difference.
/** Services trim texts, and change line ends, blanks at the ends of lines, runs of blank lines, and the Unicode form. */
function normalForm(text) {
    const lines = text
        .replace(/\r\n?/g, '\n')
        // Without the condition before, blanks inside a line would take quadratic time.
        .replace(/(?<![ \t])[ \t]+$/gm, '')
        .replace(/\n{3,}/g, '\n\n');
    return composed(lines.trim());
}
/**
 * In NFC, except a text with more combining characters in a row than any language has, for which that takes quadratic time.
 *
 * @see https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
function composed(text) {
    return /\p{M}{31}/u.test(text) ? text : text.normalize('NFC');
}
/** A service may take two names for one that differ only in case, blanks or Unicode form. */
function foldName(name) {
    // Upper case first: it joins what lower case keeps apart (ß and ss, ς and σ), as full case folding does.
    const folded = composed(composed(name).toUpperCase().toLowerCase());
    return folded.replace(/\s+/g, ' ').trim();
}


/***/ }),

/***/ 7037:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $D: () => (/* binding */ forgeOf),
/* harmony export */   NT: () => (/* binding */ FORGE_NAMES),
/* harmony export */   Nc: () => (/* binding */ mayHaveRelativeLinks),
/* harmony export */   O0: () => (/* binding */ encodePath),
/* harmony export */   Oy: () => (/* binding */ makeLinksRelative),
/* harmony export */   TZ: () => (/* binding */ makeLinksAbsolute),
/* harmony export */   Yu: () => (/* binding */ blobRoot),
/* harmony export */   _Q: () => (/* binding */ addressIn)
/* harmony export */ });
/* harmony import */ var entities_decode__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_0__);


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
/** Whether a text may have a relative destination. Most runbooks have none and need no parser. */
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
    const folder = encodePath(node_path__WEBPACK_IMPORTED_MODULE_0__.posix.dirname(path));
    const roots = ['blob', 'raw', 'tree'].map((page) => `${baseUrl(base, page)}/`);
    const shorten = (url, destination) => {
        const known = spelling.get(url);
        const root = roots.find((each) => url.startsWith(each));
        if (known !== undefined || root === undefined)
            return known ?? url;
        const [, target = '', tail = ''] = /^([^?#]*)(.*)$/s.exec(url.slice(root.length)) ?? [];
        const relative = node_path__WEBPACK_IMPORTED_MODULE_0__.posix.relative(folder, target) + (target.endsWith('/') ? '/' : '') + tail;
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
        const root = bases[isFolder ? 'tree' : image ? 'raw' : 'blob'];
        const target = segments.join('/');
        const url = target === '' ? root : addressIn(root, `${target}${path.endsWith('/') ? '/' : ''}`);
        // A query of its own: that of the address goes on.
        const end = root.includes('?') ? tail.replace(/^\?/, '&') : tail;
        return { url: url + balance(end), path: decodePercent(target) };
    };
}
/** The address of the branch's files; empty where nothing tells the repository. */
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
        const decoded = isMarkdown && /^\\[!-/:-@[-`{-~]/.test(part) ? part.slice(1) : (0,entities_decode__WEBPACK_IMPORTED_MODULE_1__/* .decodeHTMLStrict */ .hl)(part);
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


/***/ }),

/***/ 6988:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  D: () => (/* binding */ parseMarkdown)
});

// UNUSED EXPORTS: htmlDestinations

// EXTERNAL MODULE: ./node_modules/entities/dist/decode.js + 3 modules
var decode = __webpack_require__(1161);
// EXTERNAL MODULE: ./node_modules/@lezer/markdown/dist/index.js + 2 modules
var dist = __webpack_require__(4044);
// EXTERNAL MODULE: ./src/runbook/text.ts
var runbook_text = __webpack_require__(357);
;// CONCATENATED MODULE: ./src/runbook/parser.ts


/** A text that could take seconds to parse. */
class TooComplexError extends Error {
}
/** In characters. The nodes of a longer table may need a GiB of memory. */
const MAX_LENGTH = 1024 * 1024;
/** A hostile text with so many steps takes about a second. Of 3,500 public documents, none has ten million. */
const MAX_STEPS = 100_000_000;
/** The steps that a block takes. */
const BLOCK = 500;
/** Of the same documents, one has 19 levels. A list counts twice: as a list and as its item. */
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
const MARKDOWN = dist/* parser */.K3.configure([dist/* Table */.XI, dist/* Strikethrough */.Gk, FOOTNOTES]);
const BLOCKS = MARKDOWN.configure({ parseInline: [{ name: 'Nothing', before: 'Escape', parse: ({ end }) => end }] });
/**
 * Parses Markdown with tables, footnotes and strikethrough, as GitHub does. A link without a destination may be text: `[a](b c)`.
 *
 * @param text with LF as its line endings.
 * @returns the tree, and the labels of all definitions of links.
 * @throws {TooComplexError} by counts, so that all machines read a text in the same way.
 */
function syntaxTree(text) {
    if (text.length > MAX_LENGTH || LONG_INDENTATION.test(text))
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
            const link = cx.findOpeningDelimiter(dist/* InlineContext */.lN.linkStart) ?? -1;
            const image = cx.findOpeningDelimiter(dist/* InlineContext */.lN.imageStart) ?? -1;
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
    return (0,runbook_text/* collapse */.ap)(label.replace(/\n[ \t>]*/g, ' '))
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
                    ...{ from: url.from + brackets, to: url.to - brackets, image: name === 'Image', syntax: 'markdown' },
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
    ...{ HeaderMark: nothing, EmphasisMark: nothing, StrikethroughMark: nothing, CodeMark: nothing },
    ...{ HTMLTag: nothing, Comment: nothing, ProcessingInstruction: nothing }
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
    return (0,runbook_text/* collapse */.ap)(text + source.slice(at, end));
}


/***/ }),

/***/ 3589:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  f: () => (/* binding */ convertText),
  readRunbook: () => (/* binding */ readRunbook)
});

// EXTERNAL MODULE: ./node_modules/yaml/dist/index.js
var dist = __webpack_require__(8815);
// EXTERNAL MODULE: ./src/runbook/text.ts
var runbook_text = __webpack_require__(357);
;// CONCATENATED MODULE: ./src/runbook/front-matter.ts


/** In characters. The YAML parser takes about 0.2 s for hostile input of this length. */
const MAX_LENGTH = 16 * 1024;
const NONE = { end: 0, valueOf: () => '' };
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
        return (0,runbook_text/* refused */.J5)(`The front matter (\`${fence}\`) is not YAML.`, 'Write YAML between two lines `---`.', 1);
    }
    if (closing === null) {
        // Without `key:` on the next line, `---` is a thematic break.
        if (!/^[\w-]+[ \t]*:(?:\s|$)/.test(rest))
            return NONE;
        return (0,runbook_text/* refused */.J5)('The front matter is never closed.', 'Add a line `---` below it.', 1);
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
    if (yaml.length > MAX_LENGTH) {
        return (0,runbook_text/* refused */.J5)(`The front matter is longer than ${MAX_LENGTH} characters.`, 'Move text below the second `---`.', 1);
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
        const [words, hint] = PROBLEMS[error.code] ?? [error.code, 'Correct it, or remove the front matter.'];
        return (0,runbook_text/* refused */.J5)(`The front matter is not valid YAML: ${words}.`, hint, lineAt(yaml, error.pos[0]));
    }
    let fields;
    try {
        // Null for blank lines and comments.
        fields = document.toJS({ mapAsMap: true }) ?? new Map();
    }
    catch {
        const problem = 'a value starts with `*` or follows `<<`, and stands for nothing or is repeated too often';
        return (0,runbook_text/* refused */.J5)(`The front matter is not valid YAML: ${problem}.`, QUOTE, lineAt(yaml, yaml.search(/\*|<</)));
    }
    return fields instanceof Map ? fields : (0,runbook_text/* refused */.J5)('The front matter is not a map.', 'Write `key: value` lines.', 2);
}
function readFields(fields, yaml, end) {
    const lineOf = (key) => lineAt(yaml, yaml.search(new RegExp(`^${key}[ \\t]*:`, 'm')));
    const title = textOf(fields.get('title'));
    if (title === undefined)
        return (0,runbook_text/* refused */.J5)('The `title` is not text.', 'Quote it: `title: "…"`.', lineOf('title'));
    const draft = textOf(fields.get('draft'));
    const isDraft = draft !== '' && toBoolean(draft);
    if (isDraft === undefined) {
        return (0,runbook_text/* refused */.J5)('`draft` is neither true nor false.', 'Write `draft: true`, or remove it.', lineOf('draft'));
    }
    // Other tools use this key, so any other value is allowed.
    const isExcluded = toBoolean(textOf(fields.get('runbook'))) === false;
    return {
        end,
        ...(title !== '' && { title }),
        ...(isDraft ? { exclusion: 'draft: true' } : isExcluded && { exclusion: 'runbook: false' }),
        valueOf(key) {
            const texts = [fields.get(key)].flat().map(textOf);
            if (texts.includes(undefined))
                return undefined;
            return texts.flatMap((text = '') => text.replace(/\s+/g, ' ') || []).join(', ');
        }
    };
}
/** Empty for a value that is missing or empty; undefined for a list or a map. */
function textOf(value) {
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

// EXTERNAL MODULE: ./src/runbook/links.ts
var links = __webpack_require__(7037);
// EXTERNAL MODULE: ./src/runbook/markdown.ts + 1 modules
var runbook_markdown = __webpack_require__(6988);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./src/wording.ts
var wording = __webpack_require__(3395);
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
    const title = nameTemplate.includes('{title}') ? (0,runbook_text/* collapse */.ap)(findTitle() ?? fallback).slice(0, name_MAX_LENGTH + 2) : '';
    const values = new Map(Object.entries({ title, path, dir, stem, repository }));
    const name = (0,runbook_text/* collapse */.ap)(nameTemplate.replace(/\{(\w+)\}/g, (_, variable) => values.get(variable) ?? ''));
    if (name.length > name_MAX_LENGTH)
        return refusedName(`is longer than ${name_MAX_LENGTH} characters`);
    if (/\p{Cc}|\p{Cs}/u.test(name))
        return refusedName('contains a control character');
    if (/^[\p{Cf}\p{Z}]*$/u.test(name))
        return refusedName('is empty');
    return name;
}
function refusedName(problem) {
    return (0,runbook_text/* refused */.J5)(`The name ${problem}.`, `Add a \`title\` to the front matter, or change ${wording/* words */.aL.input('entry-name')}.`);
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
    const plain = (0,runbook_text/* collapse */.ap)(/^\s*#([^\\`*_~<&[{#=]+)$/.exec(head)?.[1] ?? '');
    if (plain !== '')
        return plain;
    const title = head.length > MAX_HEAD ? undefined : (0,runbook_markdown/* parseMarkdown */.D)(head).title;
    // The definition of a reference may be anywhere.
    const isReference = head.includes('[') && markdown.includes(']:');
    return title === undefined || isReference ? (parseAll().title ?? title) : title;
}

// EXTERNAL MODULE: ./src/runbook/source-line.ts
var source_line = __webpack_require__(5346);
;// CONCATENATED MODULE: ./src/runbook/runbook.ts






const TOO_COMPLEX = 'The Markdown is too long or too deeply nested to parse. Its links stay as they are, and only `# …` on its first line is ' +
    'its title. Split the file.';
/** Reads one file as a runbook. `path` begins at the repository's root and has slashes. */
function readRunbook(path, content, options) {
    const text = (0,runbook_text/* decode */.D4)(content, options.maxBytes);
    return typeof text === 'string' ? orRefused(() => readText(path, text, options)) : text;
}
/** The entry of a text; undefined where it has none. */
function convertText(path, text, options) {
    const result = orRefused(() => readText(path, text, options));
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
        return (0,runbook_text/* refused */.J5)('The Markdown is nested too deeply for the memory of this machine.', 'Split the file.');
    }
}
function readText(path, text, options) {
    const frontMatter = readFrontMatter(text);
    if ('kind' in frontMatter)
        return frontMatter;
    const { end } = frontMatter;
    const markdown = text.slice(end);
    let document;
    const parseOnce = () => (document ??= (0,runbook_markdown/* parseMarkdown */.D)(markdown));
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
        const { destinations } = options.links === 'keep' || !(0,links/* mayHaveRelativeLinks */.Nc)(markdown) ? { destinations: [] } : parseOnce();
        const converted = (0,links/* makeLinksAbsolute */.TZ)(markdown, destinations, path, options, firstLine);
        const above = options.frontMatter === 'keep' ? text.slice(0, end) : listOf(keys, frontMatter.valueOf, markdown);
        const linked = converted?.content ?? markdown;
        const isTooComplex = converted === undefined || document?.isTooComplex === true;
        const entryText = above + linked;
        const version = (0,source_line/* versionOf */.E4)(name, path, entryText);
        return {
            name,
            text: entryText,
            body: markdown,
            content: `${entryText.trimEnd()}\n\n${(0,source_line/* sourceLine */._J)(path, version, options)}\n`,
            version,
            firstLine,
            targets: converted?.targets ?? [],
            warnings: [
                ...(isTooComplex ? [TOO_COMPLEX] : []),
                ...keys.filter((key) => frontMatter.valueOf(key) === undefined).map((key) => `\`${key}\` ${NESTED}`)
            ]
        };
    };
    return { kind: 'runbook', name, keys, mentions: (part) => markdown.includes(part), convert: () => orRefused(convert) };
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


/***/ }),

/***/ 5346:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $t: () => (/* binding */ placeOf),
/* harmony export */   E4: () => (/* binding */ versionOf),
/* harmony export */   Gj: () => (/* binding */ editIn),
/* harmony export */   Xj: () => (/* binding */ hasVersion),
/* harmony export */   _J: () => (/* binding */ sourceLine),
/* harmony export */   o$: () => (/* binding */ readSource)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_crypto__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var _normal_form_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7611);
/* harmony import */ var _links_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7037);



// Without a limit, a long line overflows the stack; `^` also matches after U+2028 and U+2029.
const LINE = /^Source: (?:\[((?:\\.|[^\\\]\n\u2028\u2029]){1,65536})\]\(([^()\s]+)\)|(.+)), (version|retired) ([0-9a-f]{12})[ \t]*$/gm;
/** The mark of a line that a service shows in another form, as HTML for example. */
const MARK = /\b(?:version|retired) [0-9a-f]{12}\b/;
/** Writes the line. Reading it gives back every path: what Markdown or a terminal could change is escaped. */
function sourceLine(path, digits, base, kind = 'version') {
    const label = path
        .replace(/[%\p{C}\p{Zl}\p{Zp}]/gu, (char) => encodeURIComponent(char))
        .replace(/[\\`*[\]<>&~]|(?<![a-z0-9])_|_(?![a-z0-9])/gi, '\\$&');
    const root = (0,_links_js__WEBPACK_IMPORTED_MODULE_1__/* .blobRoot */ .Yu)(base);
    const source = root === '' ? label : `[${label}](${(0,_links_js__WEBPACK_IMPORTED_MODULE_1__/* .addressIn */ ._Q)(root, (0,_links_js__WEBPACK_IMPORTED_MODULE_1__/* .encodePath */ .O0)(path))})`;
    return `Source: ${source}, ${kind} ${digits}`;
}
/** What a text says about its source; undefined without such a line. Of several lines the last one counts. */
function readSource(content) {
    const match = [...content.replace(/\r\n?/g, '\n').matchAll(LINE)].at(-1);
    if (match === undefined)
        return undefined;
    const [whole, label, address = '', plain = '', kind, digits = ''] = match;
    const shown = decode((label ?? plain).replace(/\\([!-/:-@[-`{-~])/g, '$1'));
    const length = shown.split('/').length;
    const parts = address.split('/');
    // The address keeps the Unicode form of the path where a service changes that of the text.
    const linked = parts.slice(-length).map(decode).join('/');
    const isLinked = (0,_normal_form_js__WEBPACK_IMPORTED_MODULE_2__/* .composed */ .p4)(linked) === (0,_normal_form_js__WEBPACK_IMPORTED_MODULE_2__/* .composed */ .p4)(shown);
    const [path, root] = isLinked ? [linked, parts.slice(0, -length).join('/')] : [shown, address];
    return {
        line: { kind: kind, path, root, digits },
        text: match.input.slice(0, match.index),
        below: match.input.slice(match.index + whole.length).trim()
    };
}
/** The addresses that `blobRoot` makes: of GitLab, of GitHub, Bitbucket and Gitea, of Azure DevOps. */
const ROOTS = [
    /^(https?:\/\/[^/]+)\/(.+?)\/-\/blob\/(.+)$/,
    /^(https?:\/\/[^/]+)\/([^/]+\/[^/]+)\/(?:blob|src(?:\/branch)?)\/(.+)$/,
    /^(https?:\/\/[^/]+)\/(.+?)\?version=GB(.+)&path=$/
];
/** The branch that a line leads to; undefined where its address is of another form. */
function placeOf({ root }) {
    const [, serverUrl, repository, ref] = ROOTS.map((form) => form.exec(root)).find((found) => found !== null) ?? [];
    if (serverUrl === undefined || repository === undefined || ref === undefined)
        return undefined;
    return { serverUrl, repository, ref: decode(ref) };
}
/** Whether a text holds the version of some entry, also as HTML or encoded. */
function hasVersion(content) {
    return MARK.test(content);
}
/** Tells texts apart that differ in more than what services change. */
function versionOf(name, path, text) {
    return (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.hash)('sha256', `${(0,_normal_form_js__WEBPACK_IMPORTED_MODULE_2__/* .foldName */ .zN)(name)}\0${(0,_normal_form_js__WEBPACK_IMPORTED_MODULE_2__/* .composed */ .p4)(path)}\0${(0,_normal_form_js__WEBPACK_IMPORTED_MODULE_2__/* .normalForm */ .IN)(text)}`).slice(0, 12);
}
function decode(text) {
    try {
        return decodeURIComponent(text);
    }
    catch {
        return text;
    }
}
/** The text of an entry as a person left it: above and below its source line. */
function editIn(content) {
    const found = readSource(content);
    return found === undefined ? (0,_normal_form_js__WEBPACK_IMPORTED_MODULE_2__/* .normalForm */ .IN)(content) : (0,_normal_form_js__WEBPACK_IMPORTED_MODULE_2__/* .normalForm */ .IN)(`${found.text}\n\n${found.below}`);
}


/***/ }),

/***/ 357:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D4: () => (/* binding */ decode),
/* harmony export */   J5: () => (/* binding */ refused),
/* harmony export */   ap: () => (/* binding */ collapse)
/* harmony export */ });
/* harmony import */ var node_buffer__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4573);
/* harmony import */ var node_buffer__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_buffer__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var _wording_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3395);


const LFS_POINTER = 'version https://git-lfs.github.com/spec/';
const SAVE_AS_UTF8 = 'Save it as UTF-8.';
function refused(reason, hint, line) {
    return { kind: 'refused', reason, hint, line };
}
/** Decodes UTF-8 and removes one byte order mark. Refuses other bytes: U+FFFD in a command could do harm. */
function decode(content, maxBytes) {
    const size = content.kind === 'too-large' ? content.size : content.bytes.length;
    if (content.kind === 'too-large' || size > maxBytes) {
        return refused(`The file has ${size} bytes; ${maxBytes} are allowed.`, `Split it, or raise ${_wording_js__WEBPACK_IMPORTED_MODULE_1__/* .words */ .aL.input('max-bytes')}.`);
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
    if (!(0,node_buffer__WEBPACK_IMPORTED_MODULE_0__.isUtf8)(bytes)) {
        // A line feed is never part of another UTF-8 character.
        const line = linesOf(bytes).findIndex((encoded) => !(0,node_buffer__WEBPACK_IMPORTED_MODULE_0__.isUtf8)(Buffer.from(encoded, 'latin1'))) + 1;
        return refused('The file is not UTF-8. It may be Latin-1.', SAVE_AS_UTF8, line);
    }
    return bytes.toString('utf8').replace(/^\uFEFF/, '');
}
/** The lines of a file, with one character for each byte. */
function linesOf(bytes) {
    return bytes.toString('latin1').split('\n');
}
/** A text on one line. */
function collapse(text) {
    return text.replace(/\s+/g, ' ').trim();
}


/***/ }),

/***/ 3395:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   GP: () => (/* binding */ format),
/* harmony export */   KE: () => (/* binding */ listed),
/* harmony export */   TL: () => (/* binding */ quoted),
/* harmony export */   U9: () => (/* binding */ count),
/* harmony export */   aL: () => (/* binding */ words),
/* harmony export */   ml: () => (/* binding */ shorten),
/* harmony export */   oR: () => (/* binding */ joined),
/* harmony export */   uX: () => (/* binding */ speakAsCommand)
/* harmony export */ });
/** Parts of sentences for people. */
/** A value as a person typed it, fit for a message: short, printable, without a backtick. */
function quoted(value, length = 60) {
    const printable = value.replace(/[^\x20-\x7e\p{L}]/gu, '?').replaceAll('`', "'");
    return `\`${printable.length > length ? `${printable.slice(0, length)}…` : printable}\``;
}
/** The first items of a list, and how many more there are: `a, b and 1,200 more`. */
function listed(items, most = 5) {
    const more = items.length > most ? ` and ${format(items.length - most)} more` : '';
    return items.slice(0, most).join(', ') + more;
}
/** `1 runbook`, `1,200 runbooks`; with `several`, also `3 entries`. */
function count(number, thing, several = `${thing}s`) {
    return `${format(number)} ${number === 1 ? thing : several}`;
}
/** The parts that there are. A condition that is false, and an empty text, leave a part out. */
function joined(parts, separator = ' ') {
    return parts.filter(Boolean).join(separator);
}
/** `12,345`. `toLocaleString` takes 15 ms at its first call, because it loads the locales. */
function format(number) {
    return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
/** At most `limit` UTF-16 units, with `…` for what is missing. */
function shorten(text, limit) {
    if (text.length <= limit)
        return text;
    // The cut may split a surrogate pair.
    return `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
/** What the Action and the command line call the same things. */
const ACTION = {
    /** An input with its value, if any: `links: keep`, in backticks. */
    input: (name, value) => `\`${joined([name, value], ': ')}\``,
    /** In front of the name of an input at the beginning of a sentence. */
    title: 'Input ',
    /** What runs, and is started again. */
    job: 'the job',
    /** Where the token is stored, as `RUNBOOK_SYNC_TOKEN`, and what that is. */
    secret: 'the secret',
    asInput: ' (input `token`)',
    /** Where it runs. */
    machine: 'the runner',
    /** How to replace texts of people. */
    replace: 'start the workflow by hand with `on-conflict: replace`',
    /** How to see more. */
    debug: 'with debug logging',
    /** Where environment variables are set. */
    environment: 'in the environment of the step',
    /** What to do where Git can fetch nothing. */
    fetch: 'Give the job `permissions: contents: read`, check that the runner reaches GitHub, and run the job again.'
};
const COMMAND_LINE = {
    input: (name, value) => (name === 'token' ? '`RUNBOOK_SYNC_TOKEN`' : `\`--${joined([name, value])}\``),
    title: '',
    job: 'the command',
    secret: 'the variable',
    asInput: '',
    machine: 'this machine',
    replace: 'run `runbook-sync sync --replace PATH`',
    debug: 'with `--verbose`',
    environment: 'in your environment',
    fetch: 'Check that `git fetch` works here, and run the command again.'
};
/** The words of this process. */
const words = { ...ACTION };
/** Says that this process is a command, before it makes a message. */
function speakAsCommand() {
    Object.assign(words, COMMAND_LINE);
}


/***/ })

};
