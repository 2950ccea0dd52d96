export const id = 910;
export const ids = [910];
export const modules = {

/***/ 3910:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  main: () => (/* binding */ main)
});

// EXTERNAL MODULE: ./node_modules/@actions/core/lib/core.js + 13 modules
var core = __webpack_require__(1889);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
var promises_default = /*#__PURE__*/__webpack_require__.n(promises_);
;// CONCATENATED MODULE: ./src/wording.ts
/** Files that a sentence names. */
const MAX_NAMED = 3;
/** Parts of sentences for people. */
/** A value as a person typed it, fit for a message: short, printable, without a backtick. */
function quoted(value, length = 60) {
    const text = printable(value).replaceAll('`', "'");
    return `\`${text.length > length ? `${text.slice(0, length)}…` : text}\``;
}
/** A text of others in characters that everybody sees, with `?` for the others. What is invisible goes. */
function printable(text) {
    return text
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .replace(/[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]+/gu, '')
        .replace(/[^\x20-\x7e\p{L}·]/gu, '?');
}
/** A line in which a tab, blanks and what is neither a letter nor a usual sign can be told apart. */
function visible(line) {
    return line
        .replaceAll('\t', '\\t')
        .replace(/ {2,}| $/g, (blanks) => '·'.repeat(blanks.length))
        .replace(/[^\x20-\x7e\p{L}·]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
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
/** `The file is not UTF-8.` becomes `the file is not UTF-8`. */
function asClause(sentence) {
    return `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`;
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
/** The run to start after a repair: a repeated run of a workflow has its old inputs. */
const NEW_RUN = 'a new run (Run workflow, a push, or the command again)';
// Documents are those of a branch that is always there: before the first release there is no tag.
/** How to keep or discard an edit, and what a workflow needs for it. */
const WORKFLOW = 'https://github.com/runbook-sync/runbook-sync/blob/main/docs/workflow.md#edits-in-the-assistant';
/** How one gets the command line. */
const COMMAND_LINE = 'https://github.com/runbook-sync/runbook-sync/blob/main/docs/command-line.md';
const GITHUB_STATUS = 'https://www.githubstatus.com';
/** An argument that can be pasted into a shell. */
function shellQuoted(argument) {
    return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", String.raw `'\''`)}'`;
}
/** Where a message belongs: `docs/a.md:3`; empty if it concerns no file. */
function locationOf(path, line) {
    if (path === null)
        return '';
    return line === null ? path : `${path}:${line}`;
}

;// CONCATENATED MODULE: ./src/errors.ts

/** An error that a person can act on: `message` says what happened and to what, `hint` what to do now. */
class ActionError extends Error {
    name = 'ActionError';
    kind;
    hint;
    constructor(kind, message, hint, options) {
        super(message, options);
        this.kind = kind;
        this.hint = hint;
    }
}
/** An input that cannot be used. The command line calls it otherwise. */
class InputError extends ActionError {
    input;
    /** Completes the sentence "Input `x` …". */
    problem;
    constructor(input, problem, hint) {
        super('input', `Input \`${input}\` ${problem}`, hint);
        this.input = input;
        this.problem = problem;
    }
}
/** The error that ended a run. Anything but an `ActionError` is a defect of this program. */
function asActionError(thrown) {
    if (thrown instanceof ActionError)
        return thrown;
    return new ActionError('defect', `An unexpected error: ${shorten(messageOf(thrown), 500)}.`, 'This is a defect of Runbook Sync. Start a new run with debug logging (`--verbose` on the command line), and report what it prints.', { cause: thrown });
}
function messageOf(error) {
    return error instanceof Error ? error.message : String(error);
}
/** The stack of an error and of its causes. */
function stacksOf(error) {
    const stacks = [];
    for (let cause = error; cause instanceof Error; cause = cause.cause)
        stacks.push(cause.stack ?? cause.message);
    return stacks;
}

// EXTERNAL MODULE: external "node:fs/promises"
var external_node_fs_promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
;// CONCATENATED MODULE: ./src/secret.ts

/** In place of a token or another credential. */
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
    const encoded = [encodeURIComponent(value.toWellFormed()), JSON.stringify(value).slice(1, -1), ...base64Forms(value)];
    const forms = [value, ...encoded.filter((form) => form.length >= SHORTEST_ENCODING)];
    return [...new Set(forms)].filter((form) => form !== '').sort((a, b) => b.length - a.length);
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
        return [digits, digits.replaceAll('+', '-').replaceAll('/', '_')];
    });
}

;// CONCATENATED MODULE: ./src/job/inputs.ts



/** Every input, once. The types and the defaults come from here. */
const INPUTS = {
    /** A plan works without it. */
    token: { input: 'token', read: readToken },
    githubToken: { input: 'github-token', read: readGitHubToken },
    /** Without a trailing slash. */
    baseUrl: { input: 'base-url', read: readBaseUrl },
    /** Patterns as written. */
    files: { input: 'files', default: 'docs/runbooks/**/*.md', readLines: (patterns) => patterns },
    /** Patterns of the files with alerts, as written; none: alerts are not judged. */
    alerts: { input: 'alerts', readLines: (patterns) => patterns },
    /** The websites that show folders of the repository, of two that contain each other the inner one first. */
    site: { input: 'site', readLines: readSites },
    /** Folder of the checkout below the workspace; empty for the workspace itself. */
    root: { input: 'root', read: readRoot },
    mode: { input: 'mode', default: 'auto', read: oneOf('auto', 'sync', 'plan', 'pull') },
    nameTemplate: { input: 'entry-name', default: '{title}', read: readNameTemplate },
    frontMatter: { input: 'front-matter', default: 'strip', read: oneOf('strip', 'keep') },
    comments: { input: 'comments', default: 'keep', read: oneOf('keep', 'strip') },
    removed: { input: 'removed', default: 'report', read: oneOf('report', 'retire') },
    onConflict: { input: 'on-conflict', default: 'keep', read: oneOf('keep', 'replace') },
    secrets: { input: 'secrets', default: 'refuse', read: oneOf('refuse', 'warn', 'send') },
    /** Milliseconds in which the list must show what was sent. */
    confirmWithin: { input: 'confirm-within', default: '120', read: readSeconds },
    /** The day on which the token stops working, at midnight UTC. */
    tokenExpiresOn: { input: 'token-expires-on', read: readDate }
};
const DECLARATIONS = Object.entries(INPUTS);
const DEFAULTS = Object.fromEntries(DECLARATIONS.map(([, { input, default: value }]) => [input, value]));
/** Inputs that are gone, and what does the same now. */
const GONE = {
    overdue: 'is gone: the first line of every entry says until when its file is to be reviewed, and the report names what is overdue.'
};
const INPUT_NAMES = DECLARATIONS.map(([, { input }]) => input);
/**
 * Reads all inputs. Throws `ActionError` of kind `input`.
 *
 * @param given the value of an input, by its name, or several; empty if there is none.
 * @param mask gets each form of both tokens before anything else can print.
 */
function readInputs(given, mask) {
    for (const value of [given('token'), given('github-token')].flat()) {
        const forms = [value, ...new Secret(value.trim()).forms()];
        for (const form of forms)
            if (form.trim() !== '')
                mask(form);
    }
    const valuesOf = (name) => [given(name)].flat().flatMap((value) => value.trim() || []);
    for (const [name, problem] of Object.entries(GONE)) {
        if (valuesOf(name).length > 0)
            throw new InputError(name, problem, 'Remove it.');
    }
    const inputs = DECLARATIONS.map(([key, { input, default: missing = '', read, readLines }]) => {
        const [value = missing, ...more] = valuesOf(input);
        return [key, readLines?.([value, ...more].flatMap(linesIn), input) ?? read?.(value, input)];
    });
    return Object.fromEntries(inputs);
}
/** Why there is no access to the assistant: the token or the address is missing. */
function emptyInputError({ token }) {
    if (token === undefined) {
        return new InputError('token', 'is empty: no secret has this name, or the job may not read it.', 'Compare the name of the secret that the workflow gives to `token` with Settings → Secrets and variables → Actions ' +
            'of the repository, add the secret if it is missing, and repeat the run. ' +
            'Pull requests from forks and Dependabot get no secrets; `mode: plan` works without one.');
    }
    return new InputError('base-url', 'is empty. An unset variable counts as empty.', 'Give the address of the assistant’s API, for example `base-url: https://assistant.example.com/api`. ' +
        '`mode: plan` works without one.');
}
/** Why a plan does not compare with the knowledge base; undefined if it can. */
function missingAccess({ token, baseUrl }) {
    const missing = joined([token === undefined && 'a token', baseUrl === undefined && 'an address'], ' and ');
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
    const hint = 'Store the value of the token alone in the secret (or in the variable RUNBOOK_SYNC_TOKEN), with nothing around it. ' +
        'If you no longer have it, choose Rotate in Settings → Access Tokens.';
    throw new InputError(name, problem, hint);
}
function readGitHubToken(value, name) {
    if (value === '')
        return undefined;
    if (!UNPRINTABLE.test(value))
        return new Secret(value);
    throw new InputError(name, CHARACTER_PROBLEM, 'Leave it out; the default is the token of the job.');
}
function readBaseUrl(value, name) {
    if (value === '')
        return undefined;
    const example = value.includes('://')
        ? 'Give an address such as `https://assistant.example.com/api`.'
        : 'Put `https://` before it, or `http://` if it is on this machine.';
    const url = URL.parse(value);
    // `URL` drops tabs and line breaks silently, and cannot tell `https://host/?` from `https://host/`.
    if (url === null || /[\s\p{Cc}?#]/u.test(value) || url.username + url.password !== '') {
        const parts = 'white space, a user name, a password, a query (`?`) or a fragment (`#`)';
        throw new InputError(name, `must be a URL that begins with \`https://\`, without ${parts}.`, example);
    }
    if (!isConfidential(url)) {
        const problem = 'must begin with `https://`, so that nobody can read the token; only this machine may use `http://`.';
        throw new InputError(name, problem, example);
    }
    const [api] = /\/personal\/v\d+(?=\/|$)/.exec(url.pathname) ?? [];
    if (api === undefined)
        return url.href.replace(/\/+$/, '');
    const base = url.href.slice(0, url.href.indexOf(api)).replace(/\/+$/, '');
    const problem = `contains \`${api}\`; Runbook Sync adds the path of the API.`;
    throw new InputError(name, problem, `Write \`${base}\`.`);
}
/** True if no network can read what is sent to a URL: `https`, or `http` on this machine. */
function isConfidential({ protocol, hostname }) {
    const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
    return protocol === 'https:' || (protocol === 'http:' && isLoopback);
}
function linesIn(value) {
    return value
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter((line) => line !== '' && !line.startsWith('#'));
}
function readSites(lines, name) {
    const sites = lines.map((line) => {
        const [, address = '', folder = ''] = /^(\S+?)\s*=\s*(\S.*)$/.exec(line) ?? [];
        const url = URL.parse(address);
        const isPage = url !== null && /^https?:$/.test(url.protocol) && url.username + url.search + url.hash === '';
        const parts = folder.split('/').filter((part) => part !== '' && part !== '.');
        if (isPage && !folder.startsWith('/') && !/[\\*]/.test(folder) && !parts.includes('..')) {
            return { address: address.replace(/\/+$/, ''), folder: parts.join('/') };
        }
        throw new InputError(name, `has the line ${quoted(line, 80)}, which is not an address and a folder.`, 'Write one a line, with the folder from the root of the repository: `https://runbooks.example.com/ = docs/runbooks/`.');
    });
    return sites.toSorted((one, other) => other.address.length - one.address.length);
}
function readRoot(value) {
    const root = value.replace(/^\.\//, '').replace(/\/+$/, '');
    if (root === '.' || root === '')
        return '';
    if (root.startsWith('/') || /^[a-z]:/i.test(root) || root.split(/[/\\]/).includes('..')) {
        throw new InputError('root', 'must be a folder inside the workspace, without `..`.', 'Give the same value as `path` of actions/checkout, for example `root: handbook`.');
    }
    return root;
}
/** Braces have no escape, so that a later version can add variables. */
function readNameTemplate(template, name) {
    const parts = template.match(/\{[^{}]*\}|[{}]/g) ?? [];
    const wrong = parts.find((part) => !/^\{(?:title|path|dir|stem|repository)\}$/.test(part));
    if (wrong === undefined && parts.length > 0)
        return template;
    const problem = wrong === undefined
        ? 'has no variable, so all runbooks would have the same name.'
        : `has ${wrong.length === 1 ? 'an unmatched brace' : 'an unknown variable'} ${quoted(wrong)}.`;
    throw new InputError(name, problem, 'It takes text with `{title}`, `{path}`, `{dir}`, `{stem}` or `{repository}`.');
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
function readSeconds(value, name) {
    const seconds = Number(value);
    if (/^\d{1,4}$/.test(value) && seconds >= 10 && seconds <= 3600)
        return seconds * 1000;
    throw invalidError(value, name, 'a whole number from 10 to 3600');
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
    return new InputError(name, `is ${quoted(value)}.`, `It takes ${takes}.`);
}

;// CONCATENATED MODULE: ./src/field.ts
/** A field of JSON that was not checked, by the names that lead to it; undefined if it is missing. */
function field(value, ...names) {
    return names.reduce((holder, name) => holder?.[name], value);
}
/** True for a field that says something: neither missing, nor an empty text, list or object, nor false or 0. */
function isFilled(value) {
    return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

;// CONCATENATED MODULE: ./src/job/event.ts





/** The full id of a commit: SHA-1 or SHA-256. */
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/** Imports `@actions/github`, which reads the event file and the address of the API while it is imported. */
async function importGitHub(env) {
    requiredUrl(env['GITHUB_API_URL'] ?? 'https://api.github.com', 'GITHUB_API_URL');
    const path = required(env, 'GITHUB_EVENT_PATH', /./);
    try {
        JSON.parse(await (0,external_node_fs_promises_.readFile)(path, 'utf8'));
    }
    catch (cause) {
        throw new ActionError('event', `The event file ${path} (GITHUB_EVENT_PATH) cannot be read as JSON: ${messageOf(cause)}.`, 'The runner writes it before the job. Start a new run; if it happens again, an earlier step overwrites the file.', { cause });
    }
    return __webpack_require__.e(/* import() */ 157).then(__webpack_require__.bind(__webpack_require__, 157));
}
function readJob(context, env) {
    const repository = required(env, 'GITHUB_REPOSITORY', /^[\w.-]+\/[\w.-]+$/);
    // eslint-disable-next-line no-control-regex
    const ref = required(env, 'GITHUB_REF', /^refs\/[^\x00-\x20\x7f]+$/);
    const event = required(env, 'GITHUB_EVENT_NAME', /^[a-z_]+$/);
    const payload = context.payload;
    return {
        trigger: triggerOf(event, payload, ref),
        repository,
        ref,
        sha: required(env, 'GITHUB_SHA', COMMIT),
        // A schedule runs on the default branch only, and its event does not name it.
        defaultBranch: event === 'schedule' ? shortRef(ref) : textOf(field(payload, 'repository', 'default_branch')),
        isPrivate: field(payload, 'repository', 'private') === true,
        serverUrl: requiredUrl(context.serverUrl, 'GITHUB_SERVER_URL'),
        isStartedByBot: field(payload, 'sender', 'type') === 'Bot',
        workflow: /\.github\/workflows\/([\w.-]+)@/.exec(env['GITHUB_WORKFLOW_REF'] ?? '')?.[1] ?? '',
        runId: context.runId,
        runNumber: context.runNumber,
        runAttempt: context.runAttempt,
        workspace: (0,external_node_path_.resolve)(env['GITHUB_WORKSPACE'] ?? ''),
        temp: (0,external_node_path_.resolve)(required(env, 'RUNNER_TEMP', /./))
    };
}
/** The name of a branch or tag without `refs/heads/` or `refs/tags/`. */
function shortRef(ref) {
    return ref.replace(/^refs\/(?:heads|tags)\//, '');
}
function shortId(commit) {
    return commit.slice(0, 7);
}
function required(env, variable, form) {
    const value = env[variable] ?? '';
    if (form.test(value))
        return value;
    throw variableError(variable, value);
}
function variableError(variable, value) {
    return new ActionError('event', `The environment variable ${variable} ${value === '' ? 'is missing' : 'cannot be used'}.`, 'GitHub’s runner sets it: run this Action as a step of a workflow, and do not set GITHUB_* variables there.');
}
/** Both addresses get the job's token. */
function requiredUrl(value, variable) {
    const url = URL.parse(value);
    if (url === null || !isConfidential(url) || url.username + url.password !== '')
        throw variableError(variable, value);
    return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
/**
 * The events that may write, beside a push: only people with write access can start these. No other event ever writes, because
 * many of them are started by anybody who may comment or fork. A called workflow has the event of its caller.
 *
 * @see https://docs.github.com/actions/reference/workflows-and-actions/events-that-trigger-workflows
 */
const WRITING_EVENTS = ['schedule', 'workflow_dispatch', 'repository_dispatch', 'release', 'create', 'deployment'];
function triggerOf(name, payload, ref) {
    switch (name) {
        case 'push': {
            // A push that deleted another branch runs on the default branch, and says nothing of its commits.
            if ((textOf(field(payload, 'ref')) ?? ref) !== ref)
                return { kind: 'other', name, mayWrite: true };
            return { kind: 'push', before: commitOf(field(payload, 'before')), deleted: field(payload, 'deleted') === true };
        }
        case 'pull_request':
        case 'pull_request_review':
        case 'pull_request_review_comment': {
            const into = textOf(field(payload, 'pull_request', 'base', 'ref'));
            return { kind: 'proposal', what: 'a pull request', parent: undefined, into };
        }
        case 'merge_group': {
            const parent = commitOf(field(payload, 'merge_group', 'base_sha'));
            const into = textOf(field(payload, 'merge_group', 'base_ref'));
            return { kind: 'proposal', what: 'a merge group', parent, into: into && shortRef(into) };
        }
        default:
            return { kind: 'other', name, mayWrite: WRITING_EVENTS.includes(name) };
    }
}
function textOf(value) {
    return typeof value === 'string' && value !== '' ? value : undefined;
}
/** GitHub writes zeros if there is none. */
function commitOf(value) {
    return typeof value === 'string' && COMMIT.test(value) && !/^0+$/.test(value) ? value : undefined;
}

;// CONCATENATED MODULE: ./src/branch/head.ts



/** Seconds after each question while GitHub may answer from a copy that a push has not reached: 15 in all. */
const WAITS = [1, 2, 4, 8, 0];
/**
 * The commit at the head of a branch, or of a tag. An answer that is older than `reference`, or that the push of this run has
 * replaced, is asked for again; any other one counts, also after a forced push.
 *
 * @param ref full.
 * @param reference a commit that the branch had: the job's, later the one that was delivered last.
 * @throws {ActionError} of kind `github` if GitHub does not say; of kind `branch-moved` if its answer stays old.
 */
async function findHead(github, { trigger }, ref, reference) {
    const replaced = trigger.kind === 'push' ? trigger.before : undefined;
    let head = '';
    for (const seconds of WAITS) {
        const ids = await github.headOf(ref);
        head = ids.at(-1) ?? '';
        if (ids.includes(reference))
            return head;
        const isReplaced = replaced !== undefined && ids.includes(replaced);
        const relation = isReplaced ? 'behind' : await github.compare(reference, head);
        // A copy that the push has not reached does not know the reference. If that stays so, somebody has pushed another history.
        if (relation !== 'behind' && (relation !== undefined || seconds === 0))
            return head;
        await promises_default().setTimeout(seconds * 1000);
    }
    throw movedError(ref, `is at ${shortId(head)}, which is older than ${shortId(reference)} of this run`);
}
/**
 * Checks that a run may deliver a head that is not the commit of its job.
 *
 * @throws {ActionError} of kind `branch-moved` if the files are those of the job's commit, or the run is a repeated one, whose
 *   inputs are as old as its commit.
 */
function requireDeliverable(head, ref, { sha, runAttempt }, { history }) {
    if (head === sha)
        return;
    if (history === undefined) {
        throw movedError(ref, `is at ${shortId(head)}, and the files on the disk are those of ${shortId(sha)}`);
    }
    if (runAttempt > 1) {
        throw new ActionError('branch-moved', `This run repeats an old one: its inputs are those of ${shortId(sha)}, and ${shortRef(ref)} is at ${shortId(head)}.`, 'Start a new run: Run workflow, or push.');
    }
}
function movedError(ref, how) {
    const what = ref.startsWith('refs/tags/') ? 'tag' : 'branch';
    return new ActionError('branch-moved', `The ${what} ${shortRef(ref)} ${how}.`, `The run of the push that moved the ${what} delivers it. If there is none, start the workflow by hand on the ${what}.`);
}

;// CONCATENATED MODULE: ./src/branch/planned.ts
/**
 * The commit of a plan, and what the branch has without it: a plan of a proposal is about their difference.
 *
 * @param sha of the job.
 * @param proposal undefined: the plan is about the branch.
 * @returns commits that are here; undefined for a pull request without a merge commit.
 */
async function plannedCommits({ history }, sha, proposal) {
    if (history === undefined)
        return { tip: sha };
    if (proposal === undefined) {
        await history.ensureCommits(sha);
        return { tip: sha };
    }
    let { parent } = proposal;
    // GitHub's merge commit cannot be fetched after the pull request was closed.
    if (parent === undefined && (await history.fetchCommits([sha]))) {
        const [into, proposed] = await history.parents(sha);
        parent = proposed && into;
    }
    if (parent === undefined)
        return undefined;
    await history.ensureCommits(sha, parent);
    return { tip: sha, parent };
}

// EXTERNAL MODULE: ./node_modules/entities/dist/decode.js + 3 modules
var decode = __webpack_require__(1161);
;// CONCATENATED MODULE: ./src/normal-form.ts

// Services change these things in texts and names that they store, so texts are compared without them.
/** At the end of a line. Without the condition before, blanks inside a line would take quadratic time. */
const BLANKS = /(?<![ \t])[ \t]+(?=\n)/g;
/** A copy of a part of a text: in V8, a part of more than twelve characters keeps the whole text in memory. */
function detached(part) {
    return Buffer.from(part).toString();
}
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
    if (Buffer.byteLength(text) === text.length || hasManyMarks(text))
        return text;
    return text.normalize('NFC');
}
function hasManyMarks(text) {
    // U+0300 is the first one. In most texts this pattern takes a tenth of the time.
    return /[\u0300-\uffff]{31}/.test(text) && /(?<!\p{M})\p{M}{31}/u.test(text);
}
/** A service may take two names for one that differ only in case, blanks or Unicode form, or show a name escaped for HTML. */
function foldName(name) {
    return foldForm(name.includes('&') ? composed((0,decode/* decodeHTMLStrict */.hl)(name)) : name);
}
/** A name without what services change in it: case, blanks and Unicode form. */
function foldForm(name) {
    // In printable ASCII without blanks to fold, only case can differ.
    if (!/[^ -~]|^ | $| {2}/.test(name))
        return name.toLowerCase();
    // Upper case first: it joins what lower case keeps apart (ß and ss, ς and σ), as full case folding does.
    const folded = composed(composed(name).toUpperCase().toLowerCase());
    return folded.replace(/\s+/g, ' ').trim();
}

;// CONCATENATED MODULE: ./src/runbook/invisible.ts
/**
 * Characters that nobody sees, and that a program reads: blanks without width, fillers, soft hyphens, what changes the direction
 * of a text, and tags and variation selectors, with which texts for a program are hidden. U+200C and U+200D are none of them,
 * because words of some languages and emoji need them.
 */
const INVISIBLE = /[\u{e0100}-\u{e01ef}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u2800\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/gu;
/** A line of a language that is written from right to left, and may need those for the direction. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
function withoutInvisible(text) {
    return text.replace(INVISIBLE, '');
}
function invisibleIn(text) {
    return Array.from(new Set(text.match(INVISIBLE)), (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
}
/** @param firstLine the number of the first line of the text in its file. */
function linesWithInvisible(text, firstLine) {
    if (text.search(INVISIBLE) === -1)
        return undefined;
    const found = text.split('\n').flatMap((line, at) => {
        return invisibleIn(line).length === 0 || FROM_RIGHT.test(line) ? [] : { line, number: firstLine + at };
    });
    const [first] = found;
    if (first === undefined)
        return undefined;
    const characters = invisibleIn(found.map(({ line }) => line).join(''));
    return { characters, first: first.number, lines: found.length };
}

// EXTERNAL MODULE: external "node:buffer"
var external_node_buffer_ = __webpack_require__(4573);
;// CONCATENATED MODULE: ./src/runbook/text.ts


const LFS_POINTER = 'version https://git-lfs.github.com/spec/';
const SAVE_AS_UTF8 = 'Save it as UTF-8.';
function refused(reason, hint, line) {
    return { kind: 'refused', reason, hint, line };
}
/** Refuses a file that is written in another language, by its ending. All such files have one reason, so that a report needs one line. */
function refusalOfLanguage(path) {
    if (!/\.(?:adoc|asciidoc|rst)$/i.test(path))
        return undefined;
    const hint = 'Select Markdown only, in `files`: a folder such as `docs/runbooks/**`, or `docs/**/*.md`.';
    return refused('The file is AsciiDoc or reStructuredText, not Markdown.', hint);
}
/** Bytes of a file. Services cut or refuse longer texts, and nobody reads one during an incident. */
const MAX_BYTES = 1024 * 1024;
/** Decodes UTF-8 and removes one byte order mark. Refuses other bytes: U+FFFD in a command could do harm. */
function text_decode(content, limit = MAX_BYTES) {
    if (content.kind === 'too-large' || content.bytes.length > limit) {
        // Without its size, so that a report can count all of them in one line.
        return refused(`The file has more than ${format(limit)} bytes.`, 'Split it.');
    }
    const { bytes } = content;
    if (bytes.toString('latin1', 0, LFS_POINTER.length) === LFS_POINTER) {
        return refused('The file is a Git LFS pointer, not the runbook.', 'Keep runbooks in Git (`git lfs migrate export --include="*.md"`). `lfs: true` on actions/checkout helps only if the ' +
            'Action reads files from the disk: a commit holds the pointer.');
    }
    const isText = (part) => (0,external_node_buffer_.isUtf8)(part) && !part.includes(0);
    if (!isText(bytes)) {
        // A line feed is never part of another UTF-8 character.
        const lines = bytes.toString('latin1').split('\n');
        const line = lines.findIndex((each) => !isText(Buffer.from(each, 'latin1'))) + 1;
        return bytes.includes(0)
            ? refused('The file contains a NUL byte: it is UTF-16, UTF-32 or binary, not UTF-8.', SAVE_AS_UTF8, line)
            : refused('The file is not UTF-8.', `It may be Latin-1. ${SAVE_AS_UTF8}`, line);
    }
    return bytes.toString('utf8').replace(/^\uFEFF/, '');
}
/** Why a sync would refuse a file with this text; undefined if it would not. */
function refusalOf(text) {
    if (!text.isWellFormed())
        return refused('The file contains half a character, which UTF-8 cannot hold.', SAVE_AS_UTF8);
    const read = text_decode({ kind: 'bytes', bytes: Buffer.from(text) });
    return typeof read === 'string' ? undefined : read;
}
function collapse(text) {
    return text.replace(/\s+/g, ' ').trim();
}

;// CONCATENATED MODULE: ./src/runbook/name.ts




/** Characters: the documented service takes no more. */
const MAX_LENGTH = 255;
/** True if a file stands for its folder, as a skill does. */
function isIndex(path) {
    return /^(?:readme|_?index|skill)$/i.test(stemOf(path));
}
/** The name of a file without its endings: of `disk.html.md.erb`, it is `disk`. */
function stemOf(path) {
    return external_node_path_.posix.basename(path).replace(/(?<=.)(?:\.(?:html|md|mdx|markdown|mdown|mkd|erb))+$/i, '');
}
/**
 * Fills in a checked template, and leaves invisible characters out. Refuses an empty name and control characters.
 *
 * @param title what the file says; without it, a README or index file is called as its folder, and another file as itself.
 */
function nameOf({ nameTemplate, repository }, path, title) {
    const { dir } = external_node_path_.posix.parse(path);
    const stem = stemOf(path);
    const fallback = (isIndex(path) ? external_node_path_.posix.basename(dir === '' ? repository : dir) : stem).replace(/[-_]+/g, ' ');
    // A long title in a repeated variable could exceed the memory.
    const values = { title: collapse(title ?? fallback).slice(0, 2 * MAX_LENGTH + 2), path, dir, stem, repository };
    const filled = nameTemplate.replace(/\{(\w+)\}/g, (_, variable) => values[variable]);
    const name = collapse(withoutInvisible(filled));
    if (Array.from(name).length > MAX_LENGTH)
        return refusedName(`is longer than ${MAX_LENGTH} characters`);
    if (/\p{Cc}|\p{Cs}/u.test(name))
        return refusedName('contains a control character');
    if (/^[\p{Cf}\p{Z}]*$/u.test(name))
        return refusedName('is empty');
    return name;
}
function refusedName(problem) {
    return refused(`The name ${problem}.`, 'Add a `title` to the front matter, or change `entry-name`.');
}
/** The advice to set `entry-name`, for groups of files that share a name; empty if it would not give each a name of its own. */
function adviseTemplate(groups) {
    const isToldApart = groups.every((files) => {
        return new Set(files.map(({ path }) => foldName(external_node_path_.posix.dirname(path)))).size === files.length;
    });
    return isToldApart ? ', or set `entry-name` to `{dir}: {title}`, which renames all entries' : '';
}

// EXTERNAL MODULE: ./node_modules/minimatch/dist/esm/index.js + 6 modules
var esm = __webpack_require__(5273);
;// CONCATENATED MODULE: ./src/branch/patterns.ts



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
const ENDINGS = {
    files: /\.(?:mdx?|markdown|mdown|mkd)(?:\.erb)?$/i,
    alerts: /\.(?:(?:ya?ml|json)(?:\.(?:j2|erb))?|rules|(?:json|lib)sonnet)$/i
};
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
        this.lines = lines;
        this.#patterns = lines.map((line) => compilePattern(line, input));
        if (this.#patterns.some(({ exclude }) => !exclude))
            return;
        const problem = lines.length === 0 ? 'has no pattern.' : 'has only patterns that exclude (`!`), which select nothing.';
        const hint = `First say what to select, for example ${EXAMPLES[input]}, then what to leave out.`;
        throw new InputError(input, problem, hint);
    }
    matches = (path) => this.decisive(path)?.exclude === false;
    /** The last line that matches a path. */
    decisive(path) {
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
    const exclude = line.startsWith('!');
    const text = line.replace(/^!\s*/, '');
    const wrong = MISTAKES.find(({ form }) => form.test(text));
    if (wrong !== undefined) {
        throw new InputError(input, `has the pattern ${quoted(line, 80)}, which ${wrong.problem}.`, wrong.hint);
    }
    const parts = text.split('/').filter((part) => part !== '');
    const itself = new esm/* Minimatch */.VR(parts.join('/'), OPTIONS);
    const below = new esm/* Minimatch */.VR([...parts, '**'].join('/'), OPTIONS);
    const anyEnding = exclude || !/^\*+$/.test(parts.at(-1) ?? '');
    return {
        line,
        exclude,
        matches: (path) => (itself.match(path) && (anyEnding || hasEnding(path, input))) ||
            (below.match(path) && (exclude || hasEnding(path, input)))
    };
}
/** For a line that selects nothing: it may have several patterns with blanks between them. Empty for another one. */
function adviseLines(line) {
    const parts = line.split(/\s+/);
    const areSeveral = parts.length > 1 && parts.every((part) => /[/*]/.test(part));
    const lines = parts.map((part) => quoted(part, 80)).join(', then ');
    return areSeveral ? `If these are ${parts.length} patterns, write ${lines}: one a line.` : '';
}
/** True if a file may be a runbook, or have rules of alerts, by its ending. */
function hasEnding(path, input) {
    return ENDINGS[input].test(path);
}
const ROOT = 'Patterns begin at the repository’s root and cannot leave it: `docs/**`, without `/` or `./` before it.';
/** Lines that are no pattern, or do not mean what their author thought. */
const MISTAKES = [
    { form: /^$/, problem: 'is empty', hint: 'Write a path behind `!`, or remove the line.' },
    { form: /^.{1000}/s, problem: 'has 1,000 characters or more', hint: 'Split it into several lines.' },
    {
        form: /^- |^["']|\s#/,
        problem: 'is written as YAML',
        hint: 'Write one pattern a line, without `- `, quotes or comment. In a name, `?` stands for such a character.'
    },
    { form: /\\/, problem: 'contains a backslash', hint: 'Write `/` between folders: `docs/runbooks/**`.' },
    { form: /^(?:[a-z]:|\/|~(?:\/|$))/i, problem: 'is an absolute path', hint: ROOT },
    { form: /(?:^|\/)\.\.?(?:\/|$)/, problem: 'has a part `.` or `..`', hint: ROOT },
    {
        form: /(?:^|\/)\*\*[^/]/,
        problem: 'has `**` beside other characters, where it means no folders',
        hint: 'Write `**/*.md` for the files of all folders, and `docs/**/*.md` for those below one.'
    },
    {
        form: /\{[^{}]*(?:,|\.\.)[^{}]*\}|[?*+@!]\([^/]*\)/,
        problem: 'uses `{a,b}` or `@(a|b)`, which are not supported',
        hint: 'Write one line for each choice: `docs/**/*.md`, and below it `docs/**/*.markdown`.'
    },
    { form: /,/, problem: 'contains a comma', hint: 'Write one pattern a line. A comma in a name is written `?`.' }
];

;// CONCATENATED MODULE: ./src/runbook/links.ts




/** Software that shows a repository to a browser. The addresses of `other` are not known. */
const FORGES = ['github', 'gitlab', 'other'];
/** The forge that a host runs, as far as its name says. */
function forgeOf(host) {
    if (/\bgithub\b|\.ghe\.com$/.test(host))
        return 'github';
    return /\bgitlab\b/.test(host) ? 'gitlab' : 'other';
}
/** Makes relative links and images absolute, and changes nothing else. @param firstLine of the Markdown in its file. */
function makeLinksAbsolute(markdown, destinations, { path, firstLine }, base, tree) {
    const written = new Map();
    const dead = [];
    const parts = [];
    let end = 0;
    let line = firstLine;
    let counted = 0;
    for (const destination of base.forge === 'other' ? [] : destinations) {
        const { from, to } = destination;
        const own = markdown.slice(from, to);
        const { path: linked, tail } = splitTail(own.trim(), destination.syntax);
        const link = decodePercent(linked);
        const target = isExternal(linked) ? findOnSite(link, base.site, tree) : findTarget(link, path, tree);
        if (linked === '' || target === undefined)
            continue;
        const url = urlOf(target, destination.image, base) + tail;
        written.set(url, own);
        parts.push(markdown.slice(end, from), url);
        end = to;
        if (target.kind !== undefined)
            continue;
        line += markdown.slice(counted, from).split('\n').length - 1;
        counted = from;
        dead.push({ path: target.path, link: detached(link), line, meant: target.meant, known: target.known });
    }
    parts.push(markdown.slice(end));
    return { content: parts.join(''), dead, written };
}
/** The ends that generators of sites put behind the name of a page or a folder. */
const PAGES = ['', '/index', '/README', '/_index'].flatMap((name) => ['.md', '.markdown', '.mdx', '.html.md', '.html.md.erb'].map((ending) => name + ending));
/** Folders whose content they put into the root of the site. */
const ASSETS = ['/static', '/public'];
/** Folders above a file in which links of a site are looked for, so that the work for each link has a bound. */
const MAX_FOLDERS = 10;
/** The place that a link in a file leads to. @param link decoded, without query and fragment. */
function findTarget(link, file, tree) {
    const path = pathIn(link.startsWith('/') ? '' : external_node_path_.posix.dirname(file), link);
    if (path === '')
        return { path, kind: 'folder' };
    // Most links lead to a file as they are written.
    if (tree(path) === 'file')
        return { path, kind: 'file' };
    const found = placesOf(link, file).find((place) => tree(place.path) === place.kind);
    if (found !== undefined)
        return found;
    // A page of the forge is no dead link, such as `../../issues/5` in the README of the root.
    return leavesRoot(path) ? { path, kind: 'file' } : { path, kind: undefined, ...alikeTo(link, file, tree) };
}
/** The one file that differs only in Unicode form from where a link could lead, else one that its author may mean. */
function alikeTo(link, file, tree) {
    const places = placesOf(link, file).map((place) => ({ ...place, alike: tree.alike?.(place.path) ?? [] }));
    for (const { path, alike } of places) {
        const [same, ...others] = alike.filter((each) => composed(each) === composed(path));
        if (same !== undefined && others.length === 0)
            return { path: same, kind: 'file' };
        if (alike[0] !== undefined && alike.length === 1)
            return { meant: alike[0] };
    }
    const known = placesOf(`/${link}`, file).find(({ path, kind }) => kind === 'file' && tree(path) === 'file');
    return known === undefined ? {} : { known: known.path };
}
/**
 * Where a link in a file could lead: to the file as written, else the page of that name, else the index of that folder, else the
 * folder. One that begins with `/` is looked for in the root, and then in each folder above the file, the nearest first.
 */
function* placesOf(link, file) {
    const isOfSite = link.startsWith('/');
    // Many sites serve a page as a folder, so that `../b` is beside it, and `./b/` below it.
    const asFolder = external_node_path_.posix.join(external_node_path_.posix.dirname(file), stemOf(file));
    const folders = isOfSite ? ['', ...foldersAbove(file, MAX_FOLDERS)] : [external_node_path_.posix.dirname(file), asFolder];
    for (const folder of folders) {
        const path = pathIn(folder, link);
        if (leavesRoot(path))
            continue;
        for (const page of pagesAs(path))
            yield { path: page, kind: 'file' };
        for (const assets of isOfSite ? ASSETS : [])
            yield { path: pathIn(folder, assets + link), kind: 'file' };
        yield { path, kind: 'folder' };
    }
}
/** The file as written, and those of which a site makes the page at a path. */
function* pagesAs(path) {
    yield path;
    // A picture is no page. So many names would cost more than the rest of a runbook.
    if (/\.(?:gif|jpe?g|pdf|png|svg|webp)$/i.test(path))
        return;
    const name = path.replace(/\.html?$/, '');
    for (const more of PAGES)
        yield name === '' ? more.replace('/', '') : name + more;
}
/** The files that may be the page at an address; undefined if no site of the repository has it. */
function pagesOfSite(address, sites = []) {
    const path = pathOnSite(address, sites);
    return path === undefined ? undefined : pagesAs(path);
}
/** Where the pages below an address are in the repository. */
function pathOnSite(address, sites = []) {
    const bare = bareAddress(address);
    const site = sites.find((one) => `${bare}/`.toLowerCase().startsWith(`${bareAddress(one.address)}/`.toLowerCase()));
    const path = site && pathIn(site.folder, bare.slice(bareAddress(site.address).length));
    return path === undefined || leavesRoot(path) ? undefined : path;
}
/** The file behind a link to a site of the repository; undefined for a page that a generator may have made. */
function findOnSite(link, sites, tree) {
    const page = pagesOfSite(link, sites)?.find((each) => tree(each) === 'file');
    return page === undefined ? undefined : { path: page, kind: 'file' };
}
function pathIn(folder, link) {
    return external_node_path_.posix.join(folder, link).replace(/^\.?\/|^\.$|\/+$/g, '');
}
/** The nearest first, without the root. */
function foldersAbove(path, most) {
    const folder = external_node_path_.posix.dirname(path);
    return folder === '.' || most === 0 ? [] : [folder, ...foldersAbove(folder, most - 1)];
}
function leavesRoot(path) {
    return path === '..' || path.startsWith('../');
}
/** A URL that is safe in place of a destination. */
function urlOf({ path, kind }, image, base) {
    const filePage = image ? 'raw' : 'blob';
    const root = `${pagesOf(base)}/${kind === 'folder' ? 'tree' : filePage}/${encodePath(base.ref)}`;
    if (leavesRoot(path))
        return new URL(encodePath(path), `${root}/`).href;
    return `${root}/${encodePath(path)}${kind === 'folder' && path !== '' ? '/' : ''}`;
}
/** The address below which a forge has the pages of this repository. */
function pagesOf({ serverUrl, repository, forge }) {
    return `${serverUrl}/${repository}${forge === 'gitlab' ? '/-' : ''}`;
}
/**
 * The beginning of the addresses of all files of this repository: `https://github.com/acme/ops/blob/`. For another forge,
 * `git.example/acme/ops `, which is no link.
 */
function repositoryRoot(base) {
    return base.forge === 'other' ? `${pagesOf(base).replace(/^https?:\/\//, '')} ` : `${pagesOf(base)}/blob/`;
}
/** The part of an address that says where it leads, beside its case. */
function bareAddress(address) {
    return address.replace(/^https?:\/\/(?:www\.)?/i, '');
}
/** The address of a file of this branch; for another forge, repository and path. */
function fileAddress(path, base) {
    const branch = base.forge === 'other' ? '' : `${encodePath(base.ref)}/`;
    return `${repositoryRoot(base)}${branch}${encodePath(path)}`;
}
function encodePath(path) {
    // Most paths need no escape.
    return /[^\w.~!$+,;:@/-]/.test(path) ? path.split('/').map(encodeName).join('/') : path;
}
/**
 * True if a destination leads elsewhere: schemes, `//host` (browsers also accept backslashes), control characters, `@site/` of
 * Docusaurus, `~/`, and the placeholders `{{ }}`, `{% %}`, `<% %>` and `<VERSION>`. In angle brackets, `<% %>` is `% %`.
 */
function isExternal(path) {
    return /^[a-z][a-z\d+.-]*:|^[/\\]{2}|^\\|^(?:@site|~)\/|\p{Cc}|\{\{|\{%|<%|<[a-z][a-z_]*>|^%[^]*%$/iu.test(path);
}
/**
 * Splits a destination. The path is decoded as Markdown or HTML; query and fragment are as written, without parentheses, of which
 * one could end the link.
 */
function splitTail(written, syntax) {
    const isMarkdown = syntax === 'markdown';
    let path = '';
    let at = 0;
    for (const part of written.match(/\\.|&#?\w+;|[^\\&]+|[^]/g) ?? []) {
        // In HTML a backslash escapes nothing.
        const unescaped = isMarkdown && /^\\[!-/:-@[-`{-~]/.test(part) ? part.slice(1) : (0,decode/* decodeHTMLStrict */.hl)(part);
        const end = unescaped.search(/[?#]/);
        if (end !== -1) {
            const tail = written.slice(at + end).replace(/\\?([()])/g, (_, mark) => encodeCharacter(mark));
            return { path: path + unescaped.slice(0, end), tail };
        }
        path += unescaped;
        at += part.length;
    }
    return { path, tail: '' };
}
/** Encodes what could end a destination or an attribute, too. */
function encodeName(name) {
    return name.replace(/[^\w.~!$+,;:@-]/gu, (char) => encodeURIComponent(char).replace(/[!'()*]/g, encodeCharacter));
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

;// CONCATENATED MODULE: ./src/alerts/address.ts



/** Stands for a template in an address. */
const ANY = '\u{e000}';
/** Names in a ref. */
const MAX_REF = 5;
/** GitHub's host in place of `/OWNER/NAME/raw`. */
const RAW = /^https?:\/\/raw\.githubusercontent\.com(\/[^/]+\/[^/]+)/i;
/** Pages of a forge that show a file or a folder. */
const address_PAGES = /^(?:blob|raw|tree|edit|blame)$/;
/** A placeholder that nobody has filled in: `https://github.com/<org>/…`, `https://github.com/.../a.md`. */
const UNFILLED = /(?:^|\/)(?:\.\.\.(?=[/?#]|$)|<[a-z][\w -]*>(?=[/.?#]|$))/i;
/** Where the address of an alert leads; `without` if it is none, `templated` if only a template knows. */
function readAddress({ alert, address, file }, base, tree) {
    const named = address.replace(/\{\{-? *\$labels\.alertname *-?\}\}/g, () => alert);
    if (UNFILLED.test(named))
        return 'unfilled';
    const text = addressIn(named.replace(/\{\{[^]*?(?:\}\}|$)|\{%[^%]*%\}/g, ANY));
    const elsewhere = text.replace(/[?#].*/, '').includes(ANY) ? 'templated' : 'elsewhere';
    if (/^https?:/i.test(text))
        return readUrl(text, base) ?? elsewhere;
    if (/\s/.test(text))
        return 'without';
    if (/^(?:[a-z][a-z\d+.-]*:|\u{e000})/iu.test(text))
        return elsewhere;
    // People leave the scheme out.
    const isBare = /^(?:\/\/|[\w-]+(?:\.[\w-]+)+(?::\d+)?\/)/.test(text);
    if (isBare)
        return readUrl(text.replace(/^(?:\/\/)?/, 'https://'), base) ?? elsewhere;
    const path = decodePercent(text.replace(/[?#].*/, ''));
    const target = external_node_path_.posix.join(/^\.\.?\//.test(path) ? external_node_path_.posix.dirname(file) : '', path).replace(/^\/+/, '');
    if (target.startsWith('../') || target.includes(ANY))
        return elsewhere;
    const candidates = pagesAt(target);
    const isFile = hasEnding(target, 'files') || candidates.some((page) => tree(page) === 'file');
    return isFile ? { candidates, heading: headingOf(text), isOfSite: false } : 'without';
}
/** The address in a Markdown link, or with words around it. */
function addressIn(text) {
    const [, link] = /\]\(\s*<?([^)\s>]+)/.exec(text) ?? [];
    if (link !== undefined || !/[\s<>]/.test(text))
        return link ?? text;
    const [address = text] = /https?:\/\/[^\s<>"'`|)\]]+/i.exec(text) ?? [];
    return address.replace(/(?<![.,;:!?])[.,;:!?]+$/, '');
}
/** The files that a forge shows at a path: of a folder its README. */
function pagesAt(path) {
    return path === '' ? ['README.md'] : [path, `${path}/README.md`];
}
/** Lines, and what the forge itself has on a page, are no headings. */
function headingOf(text) {
    const anchor = decodePercent(text.split('#')[1] ?? '');
    return /^L\d|^readme$|\u{e000}/iu.test(anchor) ? '' : anchor;
}
/** Undefined if it leads elsewhere. */
function readUrl(text, base) {
    const { serverUrl, repository, ref } = base;
    const url = URL.parse(text.replace(RAW, 'https://github.com$1/raw'));
    if (url === null)
        return undefined;
    const address = bareAddress(url.origin + decodePercent(url.pathname));
    const pages = [...(pagesOfSite(address, base.site) ?? [])].filter((page) => hasEnding(page, 'files'));
    // What the generator of a site calls its headings, nobody here knows.
    if (pages.length > 0)
        return address.includes(ANY) ? undefined : { candidates: pages, heading: '', isOfSite: true };
    const own = bareAddress(`${serverUrl}/${repository}`);
    if (!`${address}/`.toLowerCase().startsWith(`${own}/`.toLowerCase()))
        return undefined;
    // GitLab has `/-/` between the repository and the page.
    const [page = '', ...rest] = address
        .slice(own.length)
        .replace(/^\/-\//, '')
        .split('/')
        .filter(Boolean);
    const target = { heading: headingOf(url.hash), isOfSite: false };
    if (page === '')
        return { candidates: pagesAt(''), ...target };
    const candidates = pathsBehind(rest.join('/'), ref).flatMap(pagesAt);
    return address_PAGES.test(page) && candidates.length > 0 ? { candidates, ...target } : undefined;
}
/** None if only a template knows. @param rest the ref and the path. */
function pathsBehind(rest, branch) {
    const bare = rest.replace(/^refs\/(?:heads|tags)\//, '');
    const isBranch = `${bare}/`.startsWith(`${branch}/`);
    const path = bare.slice(isBranch ? branch.length + 1 : `${bare}/`.indexOf('/') + 1);
    if (path.includes(ANY))
        return [];
    const names = path.split('/');
    return Array.from({ length: isBranch ? 1 : Math.min(MAX_REF, names.length) }, (_, at) => names.slice(at).join('/'));
}

;// CONCATENATED MODULE: ./src/alerts/alerts.ts


const ALERT_STATES = ['runbook', 'dead', 'elsewhere', 'templated', 'without'];
/** Which alerts have a runbook: their address leads to one, its front matter names them, or its title or file has their name. */
async function judgeAlerts(rules, facts) {
    const runbooks = new Set(facts.named.map(({ path }) => path));
    const { named, unknown } = namesIn(facts.named, [...new Set(rules.alerts.map(({ alert }) => alert))]);
    // The first of several counts.
    const called = new Map(facts.named.toReversed().flatMap(({ name, path }) => [name, stemOf(path)].map((each) => [each.toLowerCase(), path])));
    const onSite = new Map(Array.from(facts.fileAt.keys(), (path) => [path.toLowerCase(), path]));
    const alerts = [];
    for (const alert of rules.alerts)
        alerts.push(await judge(alert));
    const used = new Set(alerts.map(({ path }) => path));
    const { fileCount, unread, others } = rules;
    return { fileCount, unread, others, alerts, unknown, unnamed: [...runbooks].filter((path) => !used.has(path)) };
    async function judge(alert) {
        const target = readAddress(alert, facts.base, facts.tree);
        const { heading, isOfSite, ...found } = typeof target === 'string' ? { candidates: [], heading: '', isOfSite: false } : target;
        const candidates = found.candidates.map((path) => (isOfSite ? onSite.get(path.toLowerCase()) : undefined) ?? path);
        const linked = candidates.find((path) => runbooks.has(path));
        const leads = linked !== undefined && (heading === '' || (await facts.hasHeading(linked, heading)));
        const runbook = leads ? linked : named.get(alert.alert);
        const judged = { ...alert, path: '', reason: '', candidates, byName: false };
        if (TEMPLATE.test(alert.alert))
            return { ...judged, state: 'templated', path: runbook ?? '' };
        if (runbook !== undefined)
            return { ...judged, state: 'runbook', path: runbook };
        const namesake = target === 'without' ? called.get(alert.alert.toLowerCase()) : undefined;
        if (namesake !== undefined)
            return { ...judged, state: 'runbook', path: namesake, byName: true };
        if (target === 'unfilled')
            return { ...judged, state: 'dead', reason: 'A part of the address is not filled in.' };
        if (typeof target === 'string')
            return { ...judged, state: target };
        const path = linked ?? candidates.find((each) => facts.tree(each) === 'file') ?? candidates[0] ?? '';
        const reason = linked === undefined ? whyDead(path, facts) : `${linked} has no heading \`#${heading}\`.`;
        return { ...judged, state: 'dead', path, reason };
    }
}
/** The mark of a template in the name of an alert. */
const TEMPLATE = /\{[{%]/;
/** Names with `*` or `?` that are compared, and the length of what is compared with them, so that the work has a bound. */
const MAX_PATTERNS = 1000;
const MAX_NAME = 200;
/** The runbooks that front matter gives to alerts; of several, an exact name counts, then the first one. */
function namesIn(runbooks, alerts) {
    const all = runbooks.flatMap(({ alerts: names, path }) => names.map((name) => ({ name, path })));
    const patterns = all.filter(({ name }) => /[*?]/.test(name) && name.length <= MAX_NAME).slice(0, MAX_PATTERNS);
    const short = alerts.filter(({ length }) => length <= MAX_NAME);
    const matches = patterns.flatMap(({ name: pattern, path }) => {
        const form = patternOf(pattern);
        return short.filter((name) => form.test(name)).map((name) => ({ name, path, pattern }));
    });
    const known = new Set([...alerts, ...matches.map(({ pattern }) => pattern)]);
    return {
        named: new Map([...all, ...matches].toReversed().map(({ name, path }) => [name, path])),
        unknown: all.flatMap(({ name, path }) => (known.has(name) ? [] : `\`${name}\` (${path})`))
    };
}
/** In the name of an alert, `*` stands for any characters, and `?` for one. Each `*` takes what it can first, and never tries again: that would take too long. */
function patternOf(name) {
    const [first = '', ...rest] = name.split(/\*+/).map((part) => part.replace(/[^\w?]/g, '\\$&').replaceAll('?', '.'));
    const last = rest.pop();
    const between = rest.map((part, at) => `(?=(.*?${part}))\\${at + 1}`).join('');
    return new RegExp(`^${first}${between}${last === undefined ? '' : `.*${last}`}$`, 's');
}
/** @param changed asks for those alone that a change of these paths brings in: of the rule, or of a file that its address may name. */
function deadAlerts({ alerts }, changed) {
    const isChanged = (path) => changed?.has(path) ?? true;
    return alerts.filter(({ state, file, candidates }) => state === 'dead' && [file, ...candidates].some(isChanged));
}
function whyDead(path, { fileAt, tree, selects }) {
    const file = fileAt.get(path);
    if (file?.kind === 'runbook')
        return `${path} is refused: other files have its name.`;
    if (file !== undefined)
        return `${path} is ${file.kind}: ${file.reason.replace(/\.$/, '')}.`;
    const kind = tree(path);
    if (kind !== 'file')
        return kind === 'folder' ? `The folder ${path} has no README.md.` : `There is no ${path}.`;
    return selects(path) ? `${path} is not a regular file.` : `No pattern of files selects ${path}.`;
}

;// CONCATENATED MODULE: ./src/alerts/findings.ts


/**
 * Puts a table into words.
 *
 * @param entries of the list: people may have bound them to alerts.
 * @param blamed what makes the run red: everything; or dead addresses that a change of these paths brings in. Undefined: nothing.
 */
function alertFindings(table, entries, blamed) {
    const entriesOf = bindingsIn(entries);
    const rows = table.alerts.map(({ alert, file, line, state, byName, address, path, reason }) => {
        const runbook = state === 'runbook' ? path : null;
        const boundTo = entriesOf(alert);
        return { alert, file, line, state, byName, address: address || null, runbook, boundTo, reason: reason || null };
    });
    const dead = deadAlerts(table, blamed === 'all' ? undefined : blamed);
    const unread = blamed === 'all' ? table.unread : [];
    const wrong = blamed === undefined ? [] : dead;
    const isRed = wrong.length + unread.length > 0;
    return {
        rows,
        notRead: table.others,
        counts: countsOf(rows, table),
        notices: [...otherRules(table), ...table.unread, ...dead.map(sayDead)],
        isRed,
        firstLine: joined([sayAllDead(wrong), sayUnread(unread), blamed === 'all' && !isRed && sayQuiet(table)]),
        nextStep: joined([
            wrong.length > 0 && 'Correct the address, or add the runbook.',
            unread.length > 0 && 'A warning above says why a file is not read.'
        ])
    };
}
/** Tells the names of the entries that are bound to an alert. */
function bindingsIn(entries) {
    const patterns = entries.flatMap(({ name, details }) => {
        const all = details?.trigger === 'alert' ? [details.triggerConfig['match_patterns']].flat() : [];
        return all.flatMap((pattern) => (typeof pattern === 'string' ? { name, alert: pattern.toLowerCase() } : []));
    });
    const byAlert = Map.groupBy(patterns, ({ alert }) => alert);
    return (alert) => [...new Set(byAlert.get(alert.toLowerCase())?.map(({ name }) => name))];
}
function otherRules({ others }) {
    if (others.length === 0)
        return [];
    const files = `${count(others.length, 'file has rules that are', 'files have rules that are')} not read`;
    const hint = `Make rules of Prometheus of them; \`runbook-sync alerts --rules\` (${COMMAND_LINE}) reads the result.`;
    return [{ level: 'notice', message: `${files} (Jsonnet, ERB, Pyrra, Datadog): ${listed(others)}. ${hint}` }];
}
function sayDead({ alert, file, line, reason }) {
    const message = `The alert ${alert} has no runbook at its address. ${reason} Correct the address, or add the runbook.`;
    return { level: 'warning', message, path: file, line };
}
function sayAllDead(dead) {
    if (dead.length === 0)
        return '';
    const places = listed(dead.map(({ alert, file, line }) => `${alert} (${file}:${line})`));
    return `${count(dead.length, 'alert has', 'alerts have')} an address that leads to no runbook: ${places}.`;
}
function sayUnread(unread) {
    if (unread.length === 0)
        return '';
    const places = unread.map(({ path, line }) => locationOf(path, line ?? null));
    return `Not read: ${count(unread.length, 'file')} with alerts (${listed(places)}).`;
}
function sayQuiet({ alerts, others }) {
    if (alerts.length > 0)
        return 'No alert has a dead address.';
    return others.length > 0 ? 'No alerts were read.' : 'There are no alerts.';
}
function countsOf(rows, { fileCount, unread, unnamed, unknown }) {
    // A file that is not read may have what is missing. Its warning says so.
    const isWhole = unread.length === 0;
    const parts = ALERT_STATES.flatMap((state) => {
        const those = rows.filter((row) => row.state === state);
        const byName = those.filter((alert) => alert.byName).length;
        const bound = those.filter(({ boundTo }) => boundTo.length > 0).length;
        return [
            those.length > 0 && `${format(those.length)} ${state === 'runbook' ? 'with a runbook' : state}`,
            byName > 0 && `${format(byName)} of them by name`,
            bound > 0 && `${format(bound)} of them bound in the assistant`
        ];
    });
    return [
        rows.some(({ state }) => state === 'without') &&
            'Give a rule a `runbook_url`, or name its alert in the front matter of a runbook: `alerts: [NAME]`.',
        isWhole && unknown.length > 0 && `No rule has the name ${listed(unknown)}, which front matter gives.`,
        isWhole && unnamed.length > 0 && `${count(unnamed.length, 'runbook')} without an alert: ${listed(unnamed)}.`,
        rows.length > 0 && `${count(rows.length, 'alert')}: ${joined(parts, ', ')}.`,
        isWhole && rows.length === 0 && `No alerts in ${count(fileCount, 'file')}.`
    ].filter((line) => line !== false);
}

;// CONCATENATED MODULE: ./src/runbook/comments.ts
/** The comments of a piece of HTML. One that never ends is none. @param start where the piece stands. */
function commentsIn(html, start) {
    const comments = [];
    for (let from = html.indexOf('<!--'); from !== -1;) {
        // `<!-->` and `<!--->` are comments (CommonMark 0.31, 6.6).
        const end = html.indexOf('-->', from + 2);
        if (end === -1)
            break;
        comments.push({ from: start + from, to: start + end + 3 });
        from = html.indexOf('<!--', end + 3);
    }
    return comments;
}
/** How the comments of generators begin and end: of Hugo, Jekyll and kramdown. */
const FORMS = [
    [/\{\{-? ?\/\*/g, /\*\/ ?-?\}\}/g],
    [/\{\{[<%]\s*comment\s*[>%]\}\}/g, /\{\{[<%]\s*\/\s*comment\s*[>%]\}\}/g],
    [/\{%-?\s*comment\s*-?%\}/g, /\{%-?\s*endcomment\s*-?%\}/g],
    [/\{::comment\}/g, /\{:\/(?:comment)?\}/g]
];
/** How comments of MDX begin and end. No other generator has a part in such a file. */
const MDX_FORMS = [
    [/\{\/\*/g, /\*\/\}/g],
    [/<!--/g, /-->/g]
];
const MAY_HAVE_FORM = /<!--|\{\/\*|comment\s*-?[>%}]/;
/** The comments of generators in a text, in its order. @param except where none begins: code, and other comments. */
function generatorComments(text, except, isMdx) {
    if (!MAY_HAVE_FORM.test(text))
        return [];
    const shown = withoutComments(text, except);
    const found = [];
    for (const [begin, end] of isMdx ? MDX_FORMS : FORMS) {
        const next = (at) => {
            begin.lastIndex = at;
            const opening = begin.exec(shown);
            end.lastIndex = begin.lastIndex;
            // One that never ends is none.
            return opening === null || end.exec(text) === null ? undefined : { from: opening.index, to: end.lastIndex };
        };
        for (let span = next(0); span !== undefined; span = next(span.to))
            found.push(span);
    }
    const outer = [];
    for (const span of found.sort(inOrder))
        if (span.from >= (outer.at(-1)?.to ?? 0))
            outer.push(span);
    return outer;
}
function inOrder(one, other) {
    return one.from - other.from;
}
/** True if there is nothing but white space beside what is hidden. */
function isEmptyBeside(text, hidden) {
    return closeGaps(withoutComments(text, hidden.toSorted(inOrder))).trim() === '';
}
// No file has this character, so it can keep the place of another one.
const GAP = '\0';
/** A text with a gap for every character of its comments, but for their line ends. */
function withoutComments(text, comments) {
    const shown = [];
    let at = 0;
    for (const { from, to } of comments) {
        shown.push(text.slice(at, from), text.slice(from, to).replace(/[^\r\n]/g, GAP));
        at = to;
    }
    return shown.join('') + text.slice(at);
}
function closeGaps(text) {
    return text.replaceAll(GAP, '');
}

;// CONCATENATED MODULE: ./src/runbook/html.ts
const ATTRIBUTES = {
    a: ['href'],
    img: ['src', 'srcset'],
    source: ['src', 'srcset'],
    video: ['src', 'poster']
};
/** Attributes with addresses of the components of MDX. */
const COMPONENT = ['href', 'to', 'src', 'img'];
/** A comment, or such a tag. */
const TAG = /<!--[^]*?(?:-->|$)|<(a|img|source|video)(?=[\s/])(?:"[^"]*"|'[^']*'|[^'">])*/gi;
/** A piece that is one tag, as each is in MDX. */
const WHOLE_TAG = /^<([a-z][\w.]*)[\s/][^]*/gi;
const ATTRIBUTE = /\s([^\s"'=<>/]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)/g;
/** An address of `srcset`, and its width. */
const CANDIDATE = /([^\s,](?:\S*[^\s,])?)(?:\s[^,]*)?/g;
/** The addresses in a piece of HTML or MDX, in their order. @param start offset of the piece. */
function htmlAddresses(html, start, isMdx) {
    return Array.from(html.matchAll(isMdx ? WHOLE_TAG : TAG)).flatMap(({ 0: tag, 1: name = '', index }) => {
        const wanted = ATTRIBUTES[name.toLowerCase()] ?? (isMdx && /^[A-Z]/.test(name) ? COMPONENT : []);
        return Array.from(tag.matchAll(ATTRIBUTE)).flatMap((found) => {
            const { 0: attribute, 1: key = '', 2: value = '' } = found;
            // `src={flow}` is an expression.
            if (!wanted.includes(key.toLowerCase()) || value.startsWith('{'))
                return [];
            const quotes = /^["']/.test(value) ? 1 : 0;
            const to = start + index + found.index + attribute.length - quotes;
            const own = value.slice(quotes, value.length - quotes);
            const from = to - own.length;
            const image = !/^(?:href|to)$/i.test(key);
            if (key.toLowerCase() !== 'srcset')
                return [{ from, to, image }];
            return Array.from(own.matchAll(CANDIDATE), ({ 1: address = '', index: at }) => {
                return { from: from + at, to: from + at + address.length, image };
            });
        });
    });
}

;// CONCATENATED MODULE: ./src/runbook/plain-text.ts


/**
 * The text of a node for readers: without markup, HTML, pictures and the numbers of footnotes.
 *
 * @param labels of the definitions of the document, as `foldLabel` makes them.
 */
function plainText(node, text, labels) {
    const source = text.slice(node.from, node.to);
    if (/^(?:Header|Emphasis|Strikethrough|Code)Mark$|^Comment|^ProcessingInstruction/.test(node.name))
        return '';
    switch (node.name) {
        case 'Escape':
            return source.slice(1);
        case 'Entity':
            return (0,decode/* decodeHTMLStrict */.hl)(source);
        case 'Autolink':
            return source.slice(1, -1);
        case 'HardBreak':
            return ' ';
        case 'HTMLTag':
            return /^<br\b/i.test(source) ? ' ' : '';
    }
    let { from, to } = node;
    if (node.name === 'Link' || node.name === 'Image') {
        const [opening, closing, ...more] = node.getChildren('LinkMark');
        const label = labelOf(node, text);
        if (more.length > 0 || labels.has(label)) {
            const isFootnote = label.startsWith('^') && source.startsWith('[^');
            if (node.name === 'Image' || isFootnote)
                return '';
            from = opening?.to ?? from;
            to = closing?.from ?? to;
        }
    }
    let shown = '';
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
        if (child.from < from || child.to > to)
            continue;
        shown += text.slice(from, child.from) + plainText(child, text, labels);
        from = child.to;
    }
    return shown + text.slice(from, to);
}
/** The label of a definition, a link or an image, without regard to case, and to the `>` of a block quote. */
function labelOf(node, text) {
    const label = node.getChild('LinkLabel');
    const written = label === null ? '' : text.slice(label.from + 1, label.to - 1);
    const [opening, closing] = node.getChildren('LinkMark');
    const own = written.trim() === '' ? text.slice(opening?.to, closing?.from) : written;
    return foldLabel(own);
}
/** Labels that are equal for a parser of Markdown are equal. */
function foldLabel(label) {
    return collapse(label.replace(/\n[ \t>]*/g, ' '))
        .toLowerCase()
        .toUpperCase();
}

// EXTERNAL MODULE: ./node_modules/@lezer/markdown/dist/index.js + 2 modules
var dist = __webpack_require__(4044);
;// CONCATENATED MODULE: ./src/runbook/syntax.ts

/** A character with which a rule for the inside of lines may begin. */
const MARK = /[\\&`<_*[\]~]|!(?=\[)| (?= )/g;
/** The first rule for the inside of lines: it goes to the next such character, because each other one would be shown to all rules. */
const TO_NEXT_MARK = {
    parseInline: [
        {
            name: 'ToNextMark',
            before: 'Escape',
            parse({ text, offset, end }, _, pos) {
                MARK.lastIndex = pos - offset;
                const next = MARK.test(text) ? offset + MARK.lastIndex - 1 : end;
                return next > pos ? next : -1;
            }
        }
    ]
};
/** The first line of a block of MkDocs Material, whose text is indented by four columns: `!!! note "Title"`, `??? tip`, `=== "Tab"`. */
const BLOCK = /^(?:!!! ?[a-z]|\?\?\?\+? ?[a-z]|===[!+]* +")/i;
/** Holds the lines that are indented by so many columns. */
function indented(name) {
    return {
        name,
        block: true,
        composite(_, line, columns) {
            if (line.next !== -1 && line.indent < line.baseIndent + columns)
                return false;
            line.moveBaseColumn(line.baseIndent + columns);
            return true;
        }
    };
}
const MATERIAL = {
    defineNodes: [indented('MaterialBlock')],
    parseBlock: [
        {
            name: 'MaterialBlock',
            before: 'SetextHeading',
            parse(block, line) {
                if (!BLOCK.test(line.text.slice(line.pos)))
                    return false;
                const from = block.lineStart + line.pos;
                const title = line.text.slice(line.pos);
                block.startComposite('MaterialBlock', line.pos, line.indent - line.baseIndent + 4);
                block.addElement(block.elt('Paragraph', from, from + title.length, block.parser.parseInline(title, from)));
                line.moveBase(line.text.length);
                return null;
            },
            endLeaf: (_, line) => BLOCK.test(line.text.slice(line.pos))
        }
    ]
};
const MARKDOWN = dist/* parser */.K3.configure([dist/* Table */.XI, dist/* Strikethrough */.Gk, TO_NEXT_MARK, MATERIAL]);
/** An expression of JSX, in which braces are as deep as people write them. */
const EXPRESSION = String.raw `\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}`;
const syntax_ATTRIBUTE = `[\\w:.-]+(?:=(?:"[^"]*"|'[^']*'|${EXPRESSION}))?|${EXPRESSION}`;
/** A tag of JSX. */
const syntax_TAG = new RegExp(`</?[a-z][\\w:.-]*(?:\\s+(?:${syntax_ATTRIBUTE}))*\\s*/?>`, 'gi');
const TAG_HERE = new RegExp(syntax_TAG, 'iy');
const TAGS = new RegExp(`^(?:${syntax_TAG.source}\\s*)+$`, 'i');
const MDX = MARKDOWN.configure({
    remove: ['HTMLBlock'],
    defineNodes: [indented('IndentedBlock')],
    parseBlock: [
        {
            // Text between tags is Markdown, however far it is indented.
            name: 'IndentedBlock',
            before: 'IndentedCode',
            parse(block, line) {
                if (line.indent < line.baseIndent + 4)
                    return false;
                block.startComposite('IndentedBlock', line.pos, line.indent - line.baseIndent);
                line.moveBaseColumn(line.indent);
                return null;
            }
        },
        {
            name: 'LineOfTags',
            before: 'SetextHeading',
            parse(block, line) {
                const tags = line.text.slice(line.pos);
                if (!TAGS.test(tags))
                    return false;
                const from = block.lineStart + line.pos;
                block.addElement(block.elt('Paragraph', from, from + tags.length, block.parser.parseInline(tags, from)));
                block.nextLine();
                return true;
            },
            endLeaf: (_, line) => TAGS.test(line.text.slice(line.pos))
        }
    ],
    parseInline: [
        {
            name: 'TagOfJsx',
            before: 'HTMLTag',
            parse(inline, next, pos) {
                if (next !== 60 /* < */)
                    return -1;
                TAG_HERE.lastIndex = pos - inline.offset;
                const [tag] = TAG_HERE.exec(inline.text) ?? [];
                return tag === undefined ? -1 : inline.addElement(inline.elt('HTMLTag', pos, pos + tag.length));
            }
        }
    ]
});
/** Parses Markdown with tables and strikethrough, as GitHub does, and with the blocks of MkDocs Material; or MDX. */
function parseSyntax(text, isMdx) {
    if (!isMdx)
        return MARKDOWN.parse(text).topNode;
    // A line `>` of a tag begins no quotation. Offsets stay.
    return MDX.parse(text.replace(syntax_TAG, (tag) => (tag.includes('```') ? tag : tag.replaceAll('\n', ' ')))).topNode;
}

;// CONCATENATED MODULE: ./src/runbook/markdown.ts





/** For each bracket, and about for every eighth other mark, the parser reads its whole block: so many steps take a second. */
const MAX_STEPS = 500_000_000;
/** Each link may become an address of thousands of characters. */
const MAX_LINKS = 20_000;
/** The parser takes quadratic time for blanks where a table may begin, and for lists in lists on one line. */
const DEEP_LINE = /(?:^|\n)(?:(?:[^\S\n]|>){300}|(?:[ \t>]*(?:[-+*]|\d+[.)])[ \t]){50})/;
const TOO_COMPLEX = {
    destinations: [],
    title: undefined,
    paragraph: undefined,
    comments: [],
    openComment: undefined,
    isEmpty: false,
    headings: () => [],
    isTooComplex: true
};
function parseMarkdown(source, path) {
    const text = readable(source);
    return isComplex(text) ? TOO_COMPLEX : parse(text, path);
}
/** The parser knows LF alone. Offsets stay. */
function readable(source) {
    return source.replaceAll('\r\n', ' \n').replaceAll('\r', '\n');
}
function isComplex(text) {
    if (DEEP_LINE.test(text))
        return true;
    // As many steps as if each character were a bracket, in one block.
    if (text.length ** 2 <= MAX_STEPS)
        return false;
    const total = (block, marks) => block.match(marks)?.length ?? 0;
    const blocks = text.split(/\n[ \t>]*\n/);
    const steps = blocks.map((block) => block.length * (total(block, /[[\]`]/g) + total(block, /[*_~<]/g) / 8));
    return steps.reduce((sum, each) => sum + each, 0) > MAX_STEPS;
}
function parse(text, path) {
    const isMdx = /\.mdx$/i.test(path);
    try {
        const document = read(text, isMdx);
        const except = [...document.code, ...document.comments].sort(inOrder);
        const comments = generatorComments(text, except, isMdx);
        if (comments.length === 0)
            return document;
        // What stands in a comment is no Markdown.
        const rest = read(withoutComments(text, comments), isMdx);
        return { ...rest, comments: [...rest.comments, ...comments].sort(inOrder) };
    }
    catch (error) {
        // A thousand images in images are too much for the stack.
        if (error instanceof RangeError)
            return TOO_COMPLEX;
        throw error;
    }
}
/** Long runs of blanks are replaced: the parser takes quadratic time for them. */
function withoutLongRuns(text) {
    return text.replace(/ {300,}/g, (run, at) => {
        return text[at + run.length] === '\n' ? run : '\u00a0'.repeat(run.length);
    });
}
const FOOTNOTE = /^([ \t>]*\[(\^[^\]\s]{1,100})\]):/gm;
/** The parser takes a footnote that begins with a link for a definition. Offsets stay. */
function withoutFootnotes(text) {
    return text.includes('[^') ? text.replace(FOOTNOTE, '$1;') : text;
}
// Kinds of nodes.
const HTML = /^(?:HTML|Comment|ProcessingInstruction)/;
const HEADING = /Heading\d$/;
const LINK = /^(?:Link|Image|LinkReference)$/;
const CODE = /^(?:CodeBlock|FencedCode|InlineCode)$/;
function read(text, isMdx) {
    const document = parseSyntax(withoutFootnotes(withoutLongRuns(text)), isMdx);
    /** Of a definition, with its label. */
    const found = [];
    const headings = [];
    const paragraphs = [];
    const code = [];
    const comments = [];
    let openComment;
    const definitions = [];
    const used = new Set();
    const footnotes = text.includes('[^') ? text.matchAll(FOOTNOTE) : [];
    const labels = new Set(Array.from(footnotes, ([, , label = '']) => foldLabel(label)));
    const imageLabels = new Set();
    let lastUrl;
    document.cursor().iterate(({ name, from, to }) => {
        if (name === 'URL')
            lastUrl = { from, to };
        return name !== 'Autolink';
    }, 
    // The destination of a link is below the images in its text.
    (cursor) => {
        const { name, from, to } = cursor;
        if (HTML.test(name)) {
            const html = text.slice(from, to);
            found.push(...htmlAddresses(html, from, isMdx).map((one) => ({ ...one, syntax: 'html' })));
            if (name !== 'HTMLTag') {
                const all = commentsIn(html, from);
                comments.push(...all);
                const open = html.indexOf('<!--', (all.at(-1)?.to ?? from) - from);
                if (open !== -1 && !text.includes('-->', from + open))
                    openComment ??= from + open;
            }
        }
        if (CODE.test(name))
            code.push({ from, to });
        if (HEADING.test(name))
            headings.push(cursor.node);
        if (name === 'Paragraph' && paragraphs.length < MAX_PARAGRAPHS && cursor.node.parent?.name === 'Document') {
            paragraphs.push(cursor.node);
        }
        if (!LINK.test(name))
            return;
        const url = lastUrl;
        lastUrl = undefined;
        const isDefinition = name === 'LinkReference';
        const label = isDefinition || url === undefined ? labelOf(cursor.node, text) : '';
        if (isDefinition) {
            labels.add(label);
            // `[//]: # (remark)`
            const isRemark = cursor.node.getChild('LinkTitle') !== null && /^(?:#|<>)$/.test(text.slice(url?.from, url?.to));
            definitions.push({ from, to, label, isRemark });
        }
        if (url === undefined && name === 'Image')
            imageLabels.add(label);
        if (url === undefined)
            used.add(label);
        if (url === undefined)
            return;
        const brackets = text[url.from] === '<' ? 1 : 0;
        found.push({
            from: url.from + brackets,
            to: url.to - brackets,
            image: name === 'Image',
            syntax: 'markdown',
            label: isDefinition ? label : undefined
        });
    });
    if (found.length > MAX_LINKS)
        return { ...TOO_COMPLEX, code };
    comments.push(...definitions.filter(({ label, isRemark }) => isRemark && !used.has(label)));
    const shown = (heading) => closeGaps(plainText(heading, text, labels));
    const isTitle = ({ name, parent }) => name.endsWith('Heading1') && parent?.name === 'Document';
    return {
        destinations: found.map((one) => one.label !== undefined && imageLabels.has(one.label) ? { ...one, image: true } : one),
        title: headings
            .filter(isTitle)
            .map((heading) => collapse(shown(heading).replace(HEADING_ATTRIBUTES, '')))
            .find(Boolean),
        paragraph: paragraphs
            .filter((node) => !isEmphasized(node, text))
            .map((node) => collapse(shown(node)))
            .find((said) => /\p{L}/u.test(said) && !NO_PROSE.test(said)),
        code,
        comments: comments.sort(inOrder),
        openComment,
        isEmpty: isEmptyBeside(text, [...comments, ...definitions]),
        headings: () => headings.map((heading) => ({ text: shown(heading), ids: idsOf(heading, text) })),
        isTooComplex: false
    };
}
/** Paragraphs that are searched: a text without a sentence may have thousands of badges. */
const MAX_PARAGRAPHS = 100;
/** Lines for a generator: attributes, tabs, notes, includes, modules of JavaScript. */
const NO_PROSE = /^(?:[:{}[!%=]|(?:import|export)\b)/;
/** True for a line that stands for a heading. */
function isEmphasized({ from, to, firstChild }, text) {
    const isWhole = firstChild?.from === from && text.slice(firstChild.to, to).trim() === '';
    return isWhole && /^(?:Strong)?Emphasis$/.test(firstChild.name);
}
/** Attributes of kramdown, Docusaurus and MkDocs: `{#id .class}`, `{: #id}`. */
const HEADING_ATTRIBUTES = /\{:?(?:\s*(?:[#.][^\s{}]+|[\w-]+=(?:"[^"]*"|[^\s{}]+)))+\s*\}\s*$/;
/** In the line of a heading, or alone in the next one. */
function idsOf(heading, text) {
    const closing = heading.getChildren('HeaderMark').findLast(({ from }) => from > heading.from);
    const own = HEADING_ATTRIBUTES.exec(text.slice(heading.from, closing?.from ?? heading.to));
    const [, next = ''] = /^[ \t]*\n[ \t>]*(\{:[^{}\n]*\})[ \t]*(?:\n|$)/.exec(text.slice(heading.to, heading.to + 300)) ?? [];
    return Array.from(`${own?.[0] ?? ''} ${next}`.matchAll(/[\s{:]#([^\s{}]+)/g), ([, id = '']) => id);
}

;// CONCATENATED MODULE: ./src/runbook/anchors.ts

/** The anchors that GitHub makes of the headings of a text, and those that it has in HTML or attributes, in lower case. */
async function anchorsOf(text, path) {
    // Few runs have an address with an anchor.
    const { default: GithubSlugger } = await __webpack_require__.e(/* import() */ 710).then(__webpack_require__.bind(__webpack_require__, 2710));
    const slugger = new GithubSlugger();
    const html = text.matchAll(/<[a-z][^<>]*\s(?:id|name)=["']?([^\s"'>]+)/gi);
    const headings = parseMarkdown(text, path).headings();
    const slugs = headings.map((heading) => slugger.slug(heading.text.trim()));
    const ids = [...headings.flatMap((heading) => heading.ids), ...Array.from(html, ([, id = '']) => id)];
    return new Set([...slugs, ...ids.map((id) => id.toLowerCase())]);
}

// EXTERNAL MODULE: ./node_modules/yaml/dist/index.js
var yaml_dist = __webpack_require__(8815);
;// CONCATENATED MODULE: ./src/runbook/templates.ts
/** A constant text in an action of Helm or Jinja, which stands for itself. */
const LITERAL = /\{\{-?\s*(?:`([^`]*)`|"([^"\\\n]*)"|'([^'\\\n]*)')\s*-?\}\}/g;
/** `{{ $alert := "DiskFull" }}`; the text is missing if the value is none. */
const ASSIGNMENT = /(\$\w+)\s*:?=(?:\s*"([^"\\\n]*)"\s*-?\}\})?/g;
const VARIABLE = /\{\{-?\s*(\$\w+)\s*-?\}\}/g;
/** A comment of YAML, which stays; else an action. What never ends reaches to the end of the text, so that it is read once. */
const ACTION = /^[ \t]*#[^\n]*|\{\{-?\s*\/\*[^]*?(?:\*\/(?:\s*-?\}\})?|(?![^]))|\{\{[^]*?(?:\}\}|(?![^]))|\{%[^%]*%\}/gm;
/** Such an action writes lines with keys, not text. */
const LINES = /\b(?:n?indent|toYaml)\b/;
const ALONE = /^[ \t]*(?:\u{e000}\d+\u{e001}[ \t]*)+(?=\r?$)/gmu;
const templates_MARK = /\u{e000}(\d+)\u{e001}/gu;
/**
 * A text without templates of Helm and Jinja, line by line, for a parser: each is a mark instead, and goes if it stands alone in its
 * line. This renders nothing; but constants, and variables with one constant in the whole text, are in their places.
 */
function withoutTemplates(text) {
    const constants = new Map();
    for (const [, name = '', value] of text.matchAll(ASSIGNMENT)) {
        constants.set(name, !constants.has(name) || constants.get(name) === value ? value : undefined);
    }
    const actions = [];
    const marked = text
        .replace(LITERAL, (_, ...texts) => texts.slice(0, 3).join(''))
        .replace(VARIABLE, (action, name) => constants.get(name) ?? action)
        .replace(ACTION, (action) => {
        if (!/^\{[^]*[%}]\}$/.test(action))
            return action;
        // What follows in the last line stays in its column.
        const lines = action.replace(/(\n[ \t]*)|[^\n]/g, '$1');
        return LINES.test(action) ? lines : `\u{e000}${actions.push(action) - 1}\u{e001}${lines}`;
    });
    return {
        marked: marked.replace(ALONE, ''),
        restore: (part) => part.replace(templates_MARK, (mark, at) => actions[Number(at)] ?? mark)
    };
}

;// CONCATENATED MODULE: ./src/runbook/yaml.ts
/** The most common mistakes, by the documented codes of `yaml`, whose own messages are about its grammar. */
const YAML_PROBLEMS = {
    BAD_INDENT: 'wrong indentation, or a missing closing bracket',
    BLOCK_AS_IMPLICIT_KEY: 'a value contains `: `, or the indentation is wrong',
    MISSING_CHAR: 'a character is missing, such as the space after a colon, a comma, or a closing quote or bracket',
    MULTILINE_IMPLICIT_KEY: 'this line is not `key: value`',
    RESOURCE_EXHAUSTION: 'too many nested levels',
    TAB_AS_INDENT: 'a tab as indentation',
    UNEXPECTED_TOKEN: 'unexpected text, bracket, comma or dash'
};
function yamlProblem({ code, message }) {
    return YAML_PROBLEMS[code] ?? message;
}
/**
 * Reads YAML as the libraries of Go and Python do: a quoted text, a list or a map in brackets may go on at the margin of its key. What
 * `yaml` refuses is read once more with such lines indented, and stays refused as it was if that does not help. Lines keep their numbers.
 */
function readYaml(yaml, read, isValid) {
    const result = read(yaml);
    if (isValid(result))
        return result;
    const again = read(indentContinuedLines(yaml));
    return isValid(again) ? again : result;
}
/** A quoted text where a key or a value begins, a comment, a bracket, or the end of a line. */
const MARKS = /(?=["'])(?<=(?:^|[-:,[{])\s*)(?:"(?:\\[^]|[^\\"])*"|'(?:''|[^'])*')|(?<=^|\s)#[^\n]*|[[\]{}\n]/gm;
/** More than any key is indented. */
const INDENTED = `\n${' '.repeat(100)}`;
function indentContinuedLines(yaml) {
    let depth = 0;
    return yaml.replace(MARKS, (mark) => {
        if (mark === '[' || mark === '{')
            depth++;
        if (mark === ']' || mark === '}')
            depth--;
        return mark === '\n' && depth <= 0 ? mark : mark.replaceAll('\n', INDENTED);
    });
}

;// CONCATENATED MODULE: ./src/alerts/rules.ts





/** Bytes of a file that is searched for alerts. A larger one is no rule file. */
const MAX_RULES = 16 * 1024 * 1024;
/** Bytes of a file that is parsed: `helm template` makes more than a mebibyte. For eight, the parser takes 608 MB. */
const MAX_PARSED = 4 * 1024 * 1024;
/** Lines, and marks between values. For each, the parser may take a kilobyte. */
const MAX_MARKS = 512 * 1024;
/** Reads the alerts of files in YAML or JSON: of Prometheus, Grafana and Sloth, of resources with their rules, and of Helm templates. */
async function readRules(files) {
    const alerts = [];
    const unread = [];
    const others = [];
    let number = 0;
    for await (const file of files) {
        number++;
        const found = readFile(file);
        if (found.hasOthers)
            others.push(file.path);
        alerts.push(...found.alerts);
        if (found.problem === undefined)
            continue;
        const { reason, hint, line } = found.problem;
        const message = `Alerts of this file are not read: ${joined([reason, hint])}`;
        unread.push({ level: 'warning', path: file.path, line, message });
    }
    return { fileCount: number, alerts, unread, others };
}
function readFile({ path, content }) {
    const text = text_decode(content, MAX_PARSED);
    if (typeof text !== 'string') {
        // In UTF-16 each second byte is zero.
        const bytes = content.kind === 'bytes' ? content.bytes.toString('latin1').replaceAll('\0', '') : '';
        return hasRules(bytes) ? { alerts: [], problem: text } : { alerts: [] };
    }
    const hasOthers = OTHER_RULES.some((forms) => forms.every((form) => form.test(text)));
    // Most YAML and JSON of a repository needs no parser.
    if (!hasRules(text))
        return { alerts: [], hasOthers };
    // Only a program can read it.
    if (/(?:sonnet|\.erb)$/i.test(path))
        return { alerts: [], hasOthers: true };
    if ((text.match(/[\n,[{]/g)?.length ?? 0) > MAX_MARKS) {
        return { alerts: [], problem: refused('it has too many lines or values.', 'Split it.'), hasOthers };
    }
    const { marked, restore } = withoutTemplates(text);
    const read = rules_parse(path, marked);
    if ('reason' in read)
        return { alerts: [], problem: read, hasOthers };
    const alerts = read.map((one) => ({ ...one, alert: restore(one.alert), address: restore(one.address) }));
    return { alerts, hasOthers };
}
/** True if a text may have rules. In a schema, `alert:` and `title:` are followed by no text. */
function hasRules(text) {
    const has = (key) => new RegExp(`\\b${key}["']?[ \\t]*:`).test(text);
    const says = (key) => new RegExp(`\\b${key}["']?[ \\t]*:[ \\t]*(?:[^\\s{[]|\\{[{%])`).test(text);
    if (says('alert') && text.includes('expr'))
        return true;
    return (has('slos') && has('alerting')) || (has('rules') && says('title') && (has('groups') || has('condition')));
}
/** Objectives of Pyrra, and monitors of Datadog, of which other programs make alerts. */
const OTHER_RULES = [
    [/\bapiVersion["']?[ \t]*:[ \t]*["']?pyrra\.dev\//, /\bkind["']?[ \t]*:[ \t]*["']?ServiceLevelObjective\b/],
    [/\btype["']?[ \t]*:[ \t]*["']?(?:[\w-]+ alert|service check)\b/, /\bquery["']?[ \t]*:/]
];
/** @param outer of a text in a file: the line of the file for a line of the text. */
function rules_parse(path, yaml, outer) {
    const { documents, lines } = readYaml(yaml, readDocuments, (read) => read.documents.every((one) => one.errors.length === 0));
    const lineAt = (offset = 0) => (outer ?? Number)(lines.linePos(offset).line);
    const [error] = documents.flatMap(({ errors }) => errors);
    if (error !== undefined)
        return refused(`it is not valid YAML (${yamlProblem(error)}).`, '', lineAt(error.pos[0]));
    const alerts = [];
    let problem;
    for (const document of documents) {
        const targets = targetsIn(document);
        (0,yaml_dist/* visit */.YR)(document, {
            Map(_, node, ancestors) {
                const above = ancestors.flatMap((each) => ((0,yaml_dist/* isPair */.tO)(each) && (0,yaml_dist/* isScalar */.jn)(each.key) ? [each.key.value] : []));
                const key = nameKeyIn(node, above);
                if (key !== undefined) {
                    const alert = rules_textOf(node, key.value, targets);
                    const isRule = key.value !== 'alert' || fieldOf(node, 'expr', targets) !== undefined;
                    if (alert !== '' && isRule)
                        alerts.push({ alert, file: path, line: lineAt(key.range?.[0]), address: runbookUrlOf(node, targets) });
                }
                const data = outer === undefined && node.get('kind') === 'ConfigMap' ? node.get('data') : undefined;
                for (const { value } of (0,yaml_dist/* isMap */.jh)(data) ? data.items : []) {
                    if (!(0,yaml_dist/* isScalar */.jn)(value) || !hasRules(String(value.value)))
                        continue;
                    const start = lineAt(value.range?.[0]);
                    const isBlock = value.type?.startsWith('BLOCK') ?? false;
                    const inner = rules_parse(path, String(value.value), (line) => (isBlock ? start + line : start));
                    if ('reason' in inner)
                        problem ??= inner;
                    else
                        alerts.push(...inner);
                }
            }
        });
    }
    return problem ?? alerts;
}
function readDocuments(yaml) {
    const lines = new yaml_dist/* LineCounter */.HN();
    // To compare the keys of a map takes quadratic time, and Prometheus refuses keys that occur twice.
    const options = { schema: 'failsafe', uniqueKeys: false, prettyErrors: false };
    return { documents: (0,yaml_dist/* parseAllDocuments */.hR)(yaml, { ...options, customTags: ['null'], lineCounter: lines }), lines };
}
/** The key of a map that has the name of an alert, if the map may be one. @param above the keys around it. */
function nameKeyIn({ items }, above) {
    const keys = items.map(({ key }) => key);
    const keyOf = (name) => keys.find((key) => (0,yaml_dist/* isScalar */.jn)(key) && key.value === name);
    if (above.at(-1) === 'alerting' && above.includes('slos'))
        return keyOf('name');
    const isOfGrafana = above.at(-1) === 'rules' && (keyOf('annotations') ?? keyOf('condition')) !== undefined;
    return keyOf('alert') ?? (isOfGrafana ? keyOf('title') : undefined);
}
/** Sloth makes up to two alerts of one `alerting`, each with annotations of its own. */
function runbookUrlOf(rule, targets) {
    const parts = ['page_alert', 'pageAlert', 'ticket_alert', 'ticketAlert'].map((key) => fieldOf(rule, key, targets));
    const notes = [rule, ...parts].map((part) => fieldOf(part, 'annotations', targets));
    const addresses = notes.flatMap((each) => [rules_textOf(each, 'runbook_url', targets), rules_textOf(each, 'runbook', targets)]);
    return addresses.find((address) => address !== '') ?? '';
}
function targetsIn(document) {
    const anchors = new Map();
    const targets = new Map();
    (0,yaml_dist/* visit */.YR)(document, {
        Node: (_, node) => {
            const target = (0,yaml_dist/* isAlias */.Vj)(node) ? anchors.get(node.source) : undefined;
            if (target !== undefined)
                targets.set(node, target);
            if (!(0,yaml_dist/* isAlias */.Vj)(node) && node.anchor !== undefined)
                anchors.set(node.anchor, node);
        }
    });
    return targets;
}
/** Maps that are looked into for one field, and fields of such a map: aliases of aliases multiply. */
const MAX_MERGED = 20;
const MAX_FIELDS = 200;
/** A field of a map, or of one that `<<` merges. Undefined for what is no map, or has no such field. */
function fieldOf(map, key, targets) {
    const resolved = (value) => targets.get(value) ?? value;
    const maps = [map];
    for (let at = 0; at < Math.min(maps.length, MAX_MERGED); at++) {
        const node = resolved(maps[at]);
        if (!(0,yaml_dist/* isMap */.jh)(node) || node.items.length > MAX_FIELDS)
            continue;
        const own = node.get(key, true);
        if (own !== undefined)
            return resolved(own);
        const sources = resolved(node.get('<<', true));
        maps.splice(at + 1, 0, ...((0,yaml_dist/* isSeq */.oP)(sources) ? sources.items.slice(0, MAX_MERGED) : [sources]));
    }
    return undefined;
}
/** Empty for null, a list and a map. */
function rules_textOf(map, key, targets) {
    const node = fieldOf(map, key, targets);
    return (0,yaml_dist/* isScalar */.jn)(node) && typeof node.value === 'string' ? node.value.trim() : '';
}

;// CONCATENATED MODULE: ./src/alerts/of-branch.ts







/** The alerts of a repository, and the runbooks that they have. The rules of a commit are read once. */
class BranchAlerts {
    #branch;
    /** The patterns for files with rules; undefined if no input has one. */
    #patterns;
    #known;
    constructor(branch, { alerts }) {
        this.#branch = branch;
        this.#patterns = alerts.length === 0 ? undefined : new Patterns(alerts, 'alerts');
    }
    /** The names of alerts whose rules lead to a runbook, by its path; undefined if there are no rules, or they cannot be fetched. */
    async namesByPath(files) {
        this.#known = undefined;
        // What does not arrive is said when the alerts are reported.
        const table = await this.tableOf(files).catch(() => undefined);
        if (table === undefined || table.fileCount === 0)
            return undefined;
        const having = table.alerts.filter(({ state }) => state === 'runbook');
        const byPath = Map.groupBy(having, ({ path }) => path);
        return new Map(Array.from(byPath, ([path, alerts]) => [path, alerts.map(({ alert }) => alert)]));
    }
    /** Which alerts have a runbook at a commit; undefined if the input `alerts` names no files. */
    async tableOf(files) {
        const { head } = files;
        if (this.#known?.head === head)
            return this.#known.table;
        if (this.#patterns === undefined)
            return undefined;
        const table = await this.judge(files, rulesAt(this.#branch.source, head, this.#patterns));
        this.#known = { head, table };
        return table;
    }
    /** Judges the alerts of other rules by these files. */
    async judge(files, rules) {
        const { source, options } = this.#branch;
        return judgeAlerts(await readRules(rules), { ...files, base: options, hasHeading: headingsIn(source, files) });
    }
}
/** Tells whether a runbook has a heading with an anchor. Reads each runbook once. */
function headingsIn(source, { fileAt }) {
    const known = new Map();
    return async (path, anchor) => {
        if (!known.has(path)) {
            const file = fileAt.get(path);
            const text = file?.kind === 'runbook' ? text_decode(await source.read(file, MAX_BYTES)) : undefined;
            known.set(path, await anchorsOf(typeof text === 'string' ? text : '', path));
        }
        return known.get(path)?.has(anchor.toLowerCase()) ?? false;
    };
}
/** There is no rule file. @param patterns the lines of the input `alerts`; none if folders were named. */
function noRulesError(patterns) {
    const shown = listed(patterns.map((line) => quoted(line, 80)));
    const hint = `Correct \`alerts\`: no file of the commit matches ${shown}.`;
    const advice = patterns.length === 0 ? 'Correct `--rules`.' : joined([hint, ...patterns.map(adviseLines)]);
    return new ActionError('incomplete', 'No rule file was found, so no alert was looked at.', advice);
}
/** The files with alerts at a commit. What a symbolic link leads to is one of them itself, if it is selected. */
async function* rulesAt(source, head, { matches }) {
    const { files } = await source.list(head, matches);
    for await (const { file, content } of source.contents(files, MAX_BYTES)) {
        // One at a time, because they are large.
        yield { path: file.path, content: content.kind === 'too-large' ? await source.read(file, MAX_RULES) : content };
    }
}

;// CONCATENATED MODULE: ./src/knowledge/api-types.ts
// The API, as two public pages describe it; docs/api.md compares them.
/** Paths below `{base_url}`. */
const api_types_ROOT = '/personal/v1/knowledge';
const LIST_PATH = `${api_types_ROOT}/list`;
const UPDATE_PATH = `${api_types_ROOT}/update`;
const UPSERT_PATH = `${api_types_ROOT}/upsert`;
function entryPath(id) {
    return `${api_types_ROOT}/${encodeURIComponent(id)}`;
}
function isReadable(type) {
    return type === 'default' || type === 'document';
}
/** The field of `data` that has the text of an entry. */
function textFieldOf(type) {
    return type === 'default' ? 'content' : 'document_content';
}

// EXTERNAL MODULE: ./node_modules/@actions/http-client/lib/proxy.js
var lib_proxy = __webpack_require__(9783);
// EXTERNAL MODULE: ./node_modules/undici/index.js
var undici = __webpack_require__(6752);
;// CONCATENATED MODULE: ./src/knowledge/failures.ts



class RequestError extends ActionError {
    /** True if the same request may succeed later. */
    retryable;
    /** Milliseconds that the service asks to wait; 0 if it does not. */
    retryAfter;
    /** The status of the answer; undefined without one. */
    status;
    /** The status in words: `HTTP 503`, or `code 503 in an HTTP 200`. */
    statusText;
    /** True if a smaller page of the list may succeed. */
    tooLarge;
    #options;
    constructor(kind, message, hint, options = {}) {
        super(kind, message, hint, options);
        this.#options = options;
        this.retryable = options.retryable ?? false;
        this.retryAfter = options.retryAfter ?? 0;
        this.status = options.status;
        this.statusText = options.statusText;
        this.tooLarge = options.tooLarge ?? false;
    }
    /** This failure, with another message. */
    inWords(message) {
        return new RequestError(this.kind, message, this.hint, { ...this.#options, cause: this });
    }
}
/** An Action cannot see the name of a secret. */
const WHERE_STORED = 'as the secret that the workflow gives to `token` (for the command line, as RUNBOOK_SYNC_TOKEN)';
/** Next steps. Upserts and the list share the sentences about requests, so none names an entry. */
const HINTS = {
    url: 'Check `base-url`: it is the address of the assistant’s API, not of its web pages, without `/personal/v1/knowledge/…`.',
    permission: 'A token works only in the workspace in which it was created: check that `base-url` and `token` belong to the ' +
        'same workspace, and that the owner of the token may edit knowledge there. If the token was rotated, ' +
        `store the new value ${WHERE_STORED}.`,
    network: 'Check `base-url`, and that the network of this machine reaches it (firewall, VPN, `https_proxy`, `no_proxy`).',
    correct: 'Correct the runbook by what the service says; if that does not help, ask the people who run the service.',
    list: 'Ask the people who run the service: every run needs the list.',
    works: `When the service works, start ${NEW_RUN}. If it does not, tell the people who run it.`,
    askOrAgain: `Start ${NEW_RUN}. If it happens again, ask the people who run the service or the network in between.`,
    later: `Later, start ${NEW_RUN}: it delivers what is pending.`
};
/** The last failure of a request that was repeated. @param time milliseconds since the first attempt. */
function triedError(last, tries, time) {
    return last.inWords(`${last.message} It was tried ${tries} times in ${sayDuration(time)}.`);
}
/** `48 s`, `4 min 51 s`. */
function sayDuration(milliseconds) {
    const seconds = Math.round(milliseconds / 1000);
    const minutes = Math.floor(seconds / 60);
    return joined([minutes > 0 && `${minutes} min`, `${seconds % 60} s`]);
}
/** Why the list cannot be read: a failure of the request for one of its pages. */
function listError(page, cause) {
    const { kind, message, hint } = cause;
    const ofList = kind === 'entry-rejected' ? HINTS.list : hint;
    // Behind a page that could be read, the service has trouble with this one.
    const said = page === 1 ? message : `${message} So page ${page} of the list cannot be read.`;
    return new ActionError(kind, said, ofList, { cause });
}
/** Every page has shown something new for ten minutes. */
function endlessListError(page) {
    return new ActionError('service-failing', `The list was read for ten minutes, to page ${page}, and has no end.`, HINTS.list);
}
/** The first that fits counts. */
const NETWORK_FAILURES = [
    { codes: /^ECONNREFUSED$/, says: ({ peer }) => `Nothing listens at ${peer}: the connection was refused.` },
    { codes: /^(?:ENOTFOUND|EAI_AGAIN|EAI_NODATA)$/, says: ({ peer }) => `The name of ${peer} cannot be resolved.` },
    { codes: /^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, says: ({ peer }) => `${peer} accepts no connection in time.` },
    {
        codes: /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/,
        says: ({ host }) => `The connection to ${host} ended before the answer was complete.`,
        hint: HINTS.askOrAgain
    },
    {
        codes: /SELF_SIGNED_CERT|^UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/,
        says: ({ host }) => `This machine does not trust the authority that signed the certificate of ${host}.`,
        hint: 'If it is your own authority, name the file of its certificate in `NODE_EXTRA_CA_CERTS`, in the environment of the step or command.',
        isFinal: true
    },
    {
        codes: /^(?:CERT_|CRL_|ERR_SSL_|ERR_TLS_|UNABLE_TO_|INVALID_(?:CA|PURPOSE)$|HOSTNAME_MISMATCH$|UND_ERR_PRX_TLS$|EPROTO$)/,
        says: ({ host }, code) => `No secure connection to ${host} is possible (${code}). The token was not sent.`,
        hint: 'Check the scheme, host and port of `base-url`, and the certificate of the service: it may have expired, or be for another host.',
        isFinal: true
    }
];
function networkError(cause, hosts) {
    // OpenSSL's messages end with a line break.
    const said = messageOf(cause).replace(/\s+/g, ' ').trim();
    const [, status] = /\((\d{3})\)(?: !== 200)? when HTTP Tunneling/.exec(said) ?? [];
    if (status !== undefined) {
        const message = `The proxy does not connect to ${hosts.host} (HTTP ${status}).`;
        const hint = 'Check `https_proxy` and its credentials, or add the host to `no_proxy`.';
        return new RequestError('unreachable', message, hint, { retryable: /^(?:5|408|429)/.test(status), cause });
    }
    // If a host has several addresses, Node reports one error with the code of the first.
    const given = field(cause, 'code');
    const code = typeof given === 'string' ? given : said.slice(0, 200);
    const failure = NETWORK_FAILURES.find(({ codes }) => codes.test(code));
    const message = failure?.says(hosts, code) ?? `The request to ${hosts.host} failed (${code}).`;
    const options = { retryable: failure?.isFinal !== true, cause };
    return new RequestError('unreachable', message, failure?.hint ?? HINTS.network, options);
}

;// CONCATENATED MODULE: ./src/knowledge/connection.ts



/** Milliseconds for one attempt. Gateways give up after 30 to 60 s, so that a later answer seldom comes. */
const ATTEMPT_TIMEOUT = 30_000;
/** Milliseconds for a connection; a firewall that drops packets is told apart from a service that is slow. */
const CONNECT_TIMEOUT = 10_000;
/** A page of tiny values takes twenty times as much memory as it has bytes. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Bytes that are read of an answer other than 2xx: its status says enough. */
const MAX_ERROR_BYTES = 16 * 1024;
/** Requests in flight at most. */
const CONCURRENCY = 8;
/** HTTP to the service: no redirects, no retries, every answer bounded in time and bytes. */
class Connection {
    #hosts;
    #dispatcher;
    #options;
    constructor(options) {
        this.#options = options;
        const url = new URL(options.baseUrl);
        const settings = {
            connections: options.concurrency ?? CONCURRENCY,
            // It fails in ways of its own, and eight requests at a time gain nothing by it.
            allowH2: false,
            // The deadline of an attempt replaces undici's own, of which none ends a slow trickle.
            headersTimeout: 0,
            bodyTimeout: 0,
            connect: { timeout: CONNECT_TIMEOUT }
        };
        const proxy = (0,lib_proxy/* getProxyUrl */.s)(url);
        this.#dispatcher =
            proxy === undefined ? new undici.Pool(url.origin, settings) : new undici.ProxyAgent({ ...settings, uri: proxy.href });
        this.#hosts = { host: url.host, peer: proxy === undefined ? url.host : `the proxy ${proxy.host}` };
    }
    /**
     * Sends one request.
     *
     * @param path below the base address, with a leading slash.
     * @param json the body; undefined for `GET`.
     * @throws {RequestError} if there is no complete answer, or a 2xx answer is too large.
     */
    async request(method, path, json) {
        const { token, baseUrl, timeout = ATTEMPT_TIMEOUT } = this.#options;
        const url = new URL(baseUrl + path);
        // `AbortSignal.timeout` would stay in memory long after the request.
        const controller = new AbortController();
        const { promise: late, reject } = Promise.withResolvers();
        const timer = setTimeout(() => {
            const message = `The service gave no complete answer within ${timeout / 1000} s.`;
            const error = new RequestError('service-failing', message, HINTS.works, { retryable: true });
            controller.abort(error);
            reject(error);
        }, timeout);
        const answer = this.#dispatcher.request({
            origin: url.origin,
            path: url.pathname,
            method,
            headers: {
                authorization: `Bearer ${token.reveal()}`,
                ...(json !== undefined && { 'content-type': 'application/json' }),
                accept: 'application/json',
                'accept-encoding': 'identity',
                'user-agent': 'runbook-sync'
            },
            body: json === undefined ? null : JSON.stringify(json),
            signal: controller.signal
        });
        try {
            // undici aborts no request that waits for the connection through a proxy.
            return await Promise.race([answer.then((data) => readAnswer(url.href, data)), late]);
        }
        catch (error) {
            throw error instanceof RequestError ? error : networkError(error, this.#hosts);
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
async function readAnswer(url, { statusCode: status, headers, body }) {
    const isSuccess = status >= 200 && status < 300;
    const max = isSuccess ? MAX_ANSWER_BYTES : MAX_ERROR_BYTES;
    const chunks = [];
    let size = 0;
    try {
        for await (const chunk of body) {
            chunks.push(chunk);
            size += chunk.length;
            // Leaving the loop destroys the stream, and with it the connection.
            if (size > max)
                break;
        }
    }
    catch (error) {
        // Of an error, what has arrived is enough.
        if (isSuccess)
            throw error;
    }
    if (isSuccess && size > max) {
        const message = `The answer (HTTP ${status}) is larger than ${max / 2 ** 20} MiB and was not read.`;
        const hint = 'Check `base-url`, or ask the people who run the service.';
        throw new RequestError('service-failing', message, hint, { tooLarge: true });
    }
    const header = (name) => [headers[name]].flat()[0] ?? '';
    return { url, status, header, text: Buffer.concat(chunks).subarray(0, max).toString() };
}

;// CONCATENATED MODULE: ./src/knowledge/dialect.ts


/** By default the list may leave out what the assistant does not use at present, and puts what was changed last in a place that nobody documents. */
const SORTED = { sort: { order_by: 'created_at', order: 'asc' } };
function specifiedPage(page, size) {
    return { page_num: page, page_size: size };
}
function documentedPage(page, size) {
    return { page: { page_no: page, page_size: size }, context_visible_only: false };
}
/** The best first; the next one after 400 or 422. */
const LIST_FORMS = [
    {
        name: 'both',
        body: (page, size) => ({ ...specifiedPage(page, size), ...documentedPage(page, size), ...SORTED })
    },
    { name: 'documented', body: (page, size) => ({ ...documentedPage(page, size), ...SORTED }), needsProof: true },
    { name: 'documented', body: documentedPage, needsProof: true },
    { name: 'specified', body: specifiedPage }
];
/** There is no such entry, or no such call. */
const MISSING = [404, 405, 410, 501];
/** The service does not take this form. */
const REFUSED = [400, 422];
/** Which of the two documented forms of the API a service takes. What it has accepted stays for the run. */
class Dialect {
    #listForms = LIST_FORMS;
    /** The form of an upsert; undefined until one is accepted that has a choice. */
    #upsert;
    /** True once an update was accepted, false once an upsert of the specification was accepted in its place. */
    #hasUpdate;
    #hasTriggers = false;
    #hasDescriptions = false;
    /** Characters of the shortest description that was refused. */
    #tooLong = Infinity;
    /** The forms to try for a page of the list; one, if it is settled. */
    get listForms() {
        return this.#listForms;
    }
    /** True if the list has shown that entries have triggers, or is empty in the documented form. */
    get hasTriggers() {
        return this.#hasTriggers;
    }
    /** True if this page shows that the service takes the form in which it was asked for; then that is settled. */
    settleForm(form, page, size) {
        const isSettled = this.#listForms.length === 1;
        if (form.needsProof === true && !isSettled && page.pageSize !== size)
            return false;
        this.#listForms = [form];
        this.#hasTriggers ||= page.hasTriggers;
        this.#hasDescriptions ||= page.hasDescriptions;
        return true;
    }
    /** True if a request may have this description: the list shows the field, and none as short was refused. */
    mayDescribe(request, description) {
        return request.hasDescriptionField === true && this.#hasDescriptions && description.length < this.#tooLong;
    }
    /** Remembers that a request was accepted without its description alone. */
    noteRefusedDescription({ length }) {
        this.#tooLong = Math.min(this.#tooLong, length);
    }
    /**
     * The requests that store an entry, the best first. An entry of the documented list is updated by its id, because an upsert finds it
     * by name, trigger and configuration, and may empty what it is not given. After an upsert with a trigger, or an update, was
     * accepted, one without would make a second entry.
     */
    requestsFor({ name, content, listed }) {
        const specified = { path: UPSERT_PATH, body: { name: plainName(name, listed?.name), content }, otherwise: [] };
        if (listed === undefined) {
            if (!this.#hasTriggers)
                return [specified];
            const details = { type: 'document', trigger: 'smart', triggerConfig: {} };
            return this.#upserts(documentedUpsert(name, content, details), specified, true);
        }
        const { details } = listed;
        if (details === undefined)
            return [specified];
        const isRenamed = foldName(name) !== foldName(listed.name);
        const upserts = this.#upserts(documentedUpsert(isRenamed ? name : listed.name, content, details), specified, isRenamed || this.#hasUpdate !== true);
        if (details.id === undefined || this.#hasUpdate === false)
            return upserts;
        const body = { id: details.id, ...(isRenamed && { name }), ...dataOf(content, details.type) };
        return [
            { path: UPDATE_PATH, body, hasDescriptionField: true, otherwise: isRenamed ? [...MISSING, ...REFUSED] : MISSING },
            ...upserts
        ];
    }
    #upserts(documented, specified, mayBeSpecified) {
        if (this.#upsert === 'specified')
            return [specified];
        if (this.#upsert === 'documented' || !mayBeSpecified)
            return [documented];
        return [{ ...documented, otherwise: REFUSED }, specified];
    }
    /** Remembers what the service has accepted. @param refused what it has refused before, for the same entry. */
    noteAccepted({ path, body }, refused) {
        if (path === UPDATE_PATH)
            this.#hasUpdate = true;
        else if ('trigger' in body)
            this.#upsert = 'documented';
        else if (refused.length > 0)
            this.#upsert = 'specified';
        // It was refused as missing; one with a new name may have been refused because of that.
        const hasNoUpdate = refused.some((one) => one.path === UPDATE_PATH && !('name' in one.body));
        if (this.#upsert === 'specified' && hasNoUpdate)
            this.#hasUpdate = false;
    }
}
function documentedUpsert(name, content, details) {
    const { type, trigger, triggerConfig, description = null, labels = null, metadata = null } = details;
    const kept = Object.entries({ description, labels, metadata }).filter(([, value]) => value !== null);
    const body = {
        name,
        trigger,
        trigger_config: triggerConfig,
        ...dataOf(content, type),
        ...Object.fromEntries(kept)
    };
    return { path: UPSERT_PATH, body, hasDescriptionField: true, otherwise: [] };
}
/** An entry that has no text, such as a topology, becomes a document. */
function dataOf(content, type) {
    const own = isReadable(type) ? type : 'document';
    return { type: own, data: { [textFieldOf(own)]: content } };
}
/** The name that the list shows, if it is the same one to a service that folds names: another spelling could be another entry. */
function plainName(name, listed = name) {
    return foldForm(listed) === foldForm(name) ? listed : name;
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
;// CONCATENATED MODULE: ./src/knowledge/page.ts



/** Where lists commonly have their entries: at the top, or inside `data` or `result`. */
const ARRAY_KEYS = ['items', 'list', 'records', 'results', 'rows'];
/** Where the documented list and others have the number of entries. */
const TOTALS = [['total'], ['data', 'total'], ['data', 'page', 'total']];
/** Where a row has its text; a document's is in the second. */
const TEXTS = [['content'], ['data', 'document_content'], ['data', 'content'], ['data']];
/** Undefined for an answer that is no list. */
function parsePage(answer) {
    const total = TOTALS.map((path) => field(answer, ...path)).find((value) => typeof value === 'number');
    const table = tableIn(answer, total);
    if (table === undefined)
        return undefined;
    const rows = entriesIn(table);
    const isDocumentedForm = typeof field(answer, 'code') === 'number' && Array.isArray(field(answer, 'data', 'items'));
    return {
        rows,
        total,
        pageSize: field(answer, 'data', 'page', 'page_size'),
        hasTriggers: rows.length === 0 ? isDocumentedForm : rows.some(({ details }) => details !== undefined),
        hasDescriptions: rows.length === 0 ? isDocumentedForm : rows.some(({ details }) => details?.description !== undefined)
    };
}
function tableIn(answer, total) {
    const holders = [answer, field(answer, 'data'), field(answer, 'result')];
    const candidates = holders.flatMap((holder, at) => [
        // `null` counts as an empty list only inside a field.
        ...(at > 0 || Array.isArray(holder) ? [holder] : []),
        ...ARRAY_KEYS.map((key) => field(holder, key))
    ]);
    const arrays = candidates.filter((value) => Array.isArray(value));
    const rows = arrays.map((array) => array.map(cellsOf)).find((table) => table.some((cells) => nameIn(cells) !== ''));
    if (rows !== undefined)
        return rows;
    // Some services write an empty array as null, or leave it out.
    const isEmpty = arrays.length > 0 || candidates.includes(null) || total === 0;
    return isEmpty && arrays.every(({ length }) => length === 0) ? [] : undefined;
}
function cellsOf(row) {
    return typeof row === 'object' && row !== null ? row : {};
}
function entriesIn(table) {
    const counts = new Map();
    return table.map((cells) => {
        const name = nameIn(cells);
        const [textField, content] = textAndField(cells);
        const id = cells['id'] ?? undefined;
        // Short, because a reading keeps the keys of all rows.
        const key = (0,external_node_crypto_.hash)('sha1', JSON.stringify([name, id === undefined ? { content } : { id }]), 'base64');
        // Without ids, equal rows of one page are entries of their own, and of two pages the same entries again.
        const nth = counts.get(key) ?? 0;
        counts.set(key, nth + 1);
        const isReadOnly = cells['is_readonly'] === true;
        const details = detailsIn(cells);
        const isText = content !== '' && (details === undefined || isReadable(details.type));
        const json = isText ? undefined : JSON.stringify(cells, null, 2);
        return { key: `${key} ${nth}`, name, content, json, textField, isReadOnly, details };
    });
}
function nameIn({ name }) {
    return typeof name === 'string' ? name : '';
}
function textAndField(cells) {
    for (const path of TEXTS) {
        const text = field(cells, ...path);
        if (typeof text === 'string' && text !== '')
            return [path.join('.'), text];
    }
    return [undefined, ''];
}
function detailsIn(cells) {
    const { id, type, trigger, description, labels = null, metadata = null } = cells;
    if (typeof trigger !== 'string')
        return undefined;
    const config = Object.entries(cellsOf(cells['trigger_config'])).filter(([, value]) => value !== null);
    return {
        id: typeof id === 'number' || typeof id === 'string' ? id : undefined,
        type: typeof type === 'string' ? type : 'document',
        trigger,
        triggerConfig: Object.fromEntries(config),
        description: typeof description === 'string' || description === undefined ? description : null,
        labels,
        metadata,
        workspace: cells['workspace_id'] ?? null
    };
}

;// CONCATENATED MODULE: ./src/knowledge/snippet.ts


const snippet_MAX_LENGTH = 200;
/** Where JSON errors have their message, in the order of preference: the vendor's clients read the first three; RFC 9457, and usual fields. */
const MESSAGES = 'message error data.error error.message detail msg error_description errors errors.message errors.0 errors.0.message title';
/**
 * The words of an answer, fit for a message: the text of a JSON error, the title of an HTML page, else the body if it is no JSON;
 * on one line, without the token and invisible characters. Empty if it says nothing.
 *
 * @param mayHoldTexts whether the body may be a list of entries, whose texts must not be printed.
 */
function snippetOf(body, token, mayHoldTexts) {
    const said = messageIn(body) ?? textOfBody(token.redact(body), mayHoldTexts);
    const line = said.replace(/\s+/g, ' ').replace(/[\p{Cc}\p{Cf}]/gu, '');
    // Redacted before it is cut, and after what stands between characters is gone.
    return shorten(token.redact(line.toWellFormed().trim()), snippet_MAX_LENGTH);
}
function isHtml(body) {
    return /^\uFEFF?\s*<(?:!doctype|!--|[a-z][a-z0-9-]*[\s/>])/i.test(body.slice(0, 1000));
}
function messageIn(body) {
    let value;
    try {
        value = JSON.parse(body);
    }
    catch {
        return undefined;
    }
    const texts = [value, ...MESSAGES.split(' ').map((path) => field(value, ...path.split('.')))];
    return texts.find((text) => typeof text === 'string' && text.trim() !== '') ?? problemsIn(value);
}
/** The fields that FastAPI finds wrong: `body.name: Field required`. */
function problemsIn(value) {
    const details = field(value, 'detail');
    const problems = (Array.isArray(details) ? details : []).flatMap((detail) => {
        const [place, problem] = [field(detail, 'loc'), field(detail, 'msg')];
        if (typeof problem !== 'string')
            return [];
        return Array.isArray(place) ? `${place.map(String).join('.')}: ${problem}` : problem;
    });
    return problems.length === 0 ? undefined : listed(problems, 3);
}
/** The text of a body that is no JSON error. */
function textOfBody(body, mayHoldTexts) {
    if (isHtml(body))
        return /<title[^>]{0,200}>([^<]{1,500})/i.exec(body.slice(0, 4000))?.[1] ?? '';
    return mayHoldTexts || /^\uFEFF?\s*[{["]/.test(body) ? '' : body;
}

;// CONCATENATED MODULE: ./src/knowledge/response.ts




/**
 * Checks that an answer says that the request succeeded: it is 2xx, and its body is empty, or JSON without a sign of an error.
 *
 * @returns the JSON; undefined for an empty body.
 * @throws {RequestError}
 */
function readSuccess(response, token) {
    const { status, text } = response;
    if (status < 200 || status >= 300)
        throw statusError(response, token, { status, statusText: `HTTP ${status}` });
    if (isHtmlAnswer(response))
        throw htmlError(response, token);
    if (text.trim() === '')
        return undefined;
    const value = response_parse(response, token);
    const code = statusIn(value);
    if (code !== undefined) {
        throw statusError(response, token, { status: code, statusText: `code ${code} in an HTTP ${status}` });
    }
    const sign = signOfError(value);
    if (sign === undefined)
        return value;
    const message = `The service answered with HTTP ${status}, but its answer reports an error (\`${sign}\`)${quote(response, token)}`;
    throw new RequestError('entry-rejected', message, HINTS.correct, { status });
}
/** The documented service has the status of an error in `code`, in an HTTP 200, too; undefined without one. */
function statusIn(value) {
    const codes = [value, field(value, 'error')].map((holder) => asText(field(holder, 'code')));
    const code = codes.find((each) => /^[45]\d\d$/.test(each));
    return code === undefined ? undefined : Number(code);
}
/** Reads a page of the list. An error may have the form of an empty one. */
function readPage(response, token) {
    const page = parsePage(readSuccess(response, token));
    if (page !== undefined)
        return page;
    const message = `The answer of ${response.url} is no list of entries${quote(response, token)}`;
    throw new RequestError('wrong-address', message, HINTS.url, { status: response.status });
}
function response_parse(response, token) {
    const { text, status, url } = response;
    try {
        return JSON.parse(text.replace(/^\uFEFF/, ''));
    }
    catch {
        if (/^\s*[[{"]/.test(text)) {
            const message = `The service returned JSON that is incomplete or malformed (HTTP ${status}).`;
            throw new RequestError('service-failing', message, HINTS.works, { retryable: true });
        }
        const message = `${url} returned text instead of JSON (HTTP ${status})${quote(response, token)}`;
        throw new RequestError('wrong-address', message, HINTS.url);
    }
}
function htmlError(response, token) {
    const { url, status } = response;
    const message = `${url} returned an HTML page instead of JSON (HTTP ${status})${quote(response, token)}`;
    const hint = `${HINTS.url} A sign-in page or a proxy in between also answers like this.`;
    return new RequestError('wrong-address', message, hint);
}
/** The field of an answer which says that the request failed; undefined without one. */
function signOfError(value) {
    if (field(value, 'success') === false)
        return 'success: false';
    const error = ['error', 'errors'].find((name) => isFilled(field(value, name)));
    if (error !== undefined)
        return error;
    const code = asText(field(value, 'code'));
    if (/^(?:0*|2\d\d)$/.test(code))
        return undefined;
    return /^[\w.-]{1,40}$/.test(code) ? `code: ${code}` : 'code';
}
/** 409 and 423 are conflicts with another writer; 425 asks for the same request again; proxies answer 520 to 529. */
const RETRYABLE = /^(?:408|409|423|425|429|50[0234]|52\d)$/;
/** @param statusText the status in words. */
function statusError(response, token, { status, statusText }) {
    const said = quote(response, token);
    const retryable = RETRYABLE.test(String(status));
    const retryAfter = retryable ? retryAfterOf(response) : 0;
    // Some services answer 400 or 422 if a page of the list is too large.
    const options = { status, statusText, retryable, retryAfter, tooLarge: [400, 413, 422].includes(status) };
    const error = (kind, what, hint) => new RequestError(kind, `${what} (${statusText})${said}`, hint, options);
    switch (status) {
        case 401:
            return error('token-rejected', 'The service rejects the token', tokenHint(said));
        case 403:
            if (isHtmlAnswer(response))
                return htmlError(response, token);
            return error('forbidden', 'The token has no permission for this request', HINTS.permission);
        case 404:
        case 405:
        case 410:
        case 501:
            return error('wrong-address', `There is no such API at ${response.url}`, HINTS.url);
        case 413:
            return error('entry-rejected', 'The service says that this is too large', 'Split the runbook.');
        case 429:
            return error('rate-limited', 'The service receives too many requests', HINTS.later);
    }
    if (status < 400)
        return redirectError(response, token);
    if (status >= 500 || retryable)
        return error('service-failing', 'The service fails', HINTS.works);
    return error('entry-rejected', 'The service rejects the request', HINTS.correct);
}
function redirectError({ url, status, header }, token) {
    // The query of such an address often holds a ticket.
    const target = snippetOf(header('location').replace(/[?#].*/, ''), token, false);
    const where = target === '' ? 'without an address' : `to “${target}”`;
    const message = `${url} redirects (HTTP ${status}) ${where}. Runbook Sync follows no redirect, so that the token stays here.`;
    return new RequestError('wrong-address', message, `${HINTS.url} If the API has moved, give its new address.`);
}
function tokenHint(said) {
    // Only an active or expired token can be rotated.
    const orCreate = /\bexpired?\b/i.test(said) ? '' : ' if the token is listed as expired, else Create Token';
    return `In the workspace of the runbooks, choose Rotate in Settings → Access Tokens of the assistant${orCreate}. Store the new value ${WHERE_STORED}, and repeat the run.`;
}
/** A text or number as text; empty for anything else. */
function asText(value) {
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
/** JSON is JSON, whatever its type is called. */
function isHtmlAnswer({ text, header }) {
    const isCalledHtml = /\bx?html\b/i.test(header('content-type')) && !/^(?:\uFEFF?\s*[[{"]|\s*$)/.test(text);
    return isHtml(text) || isCalledHtml;
}
/** `: “what the service says”.`, or a full stop. A body with 2xx may be a list of entries, whose texts must not be printed. */
function quote({ status, text }, token) {
    const said = snippetOf(text, token, status < 300).replace(/[.\s]+$/, '');
    return said === '' ? '.' : `: “${said}”.`;
}
/** `Retry-After` in milliseconds: seconds or an HTTP date (RFC 9110, 10.2.3); 0 for anything else. */
function retryAfterOf({ header }) {
    const value = header('retry-after');
    if (/^\d{1,9}(?:\.\d+)?$/.test(value))
        return Number(value) * 1000;
    // `Date.parse` accepts nearly everything.
    const until = /^[A-Z][a-z]{2}, .* GMT$/.test(value) ? Date.parse(value) : NaN;
    return Number.isNaN(until) ? 0 : Math.max(0, until - Date.now());
}

;// CONCATENATED MODULE: ./src/knowledge/client.ts










/** Further attempts after a failure: with waits of 38 to 76 s in all, they outlast the restart of a service. */
const RETRIES = 7;
/** Milliseconds before the first retry at most, and half of it at least; each further wait is twice as long, up to the longest. */
const FIRST_WAIT = 600;
const LONGEST_WAIT = 40_000;
/** Milliseconds that a service may make a request wait. */
const MAX_PAUSE = 10 * 60_000;
/** Milliseconds between two failures that are said. */
const RETRY_INTERVAL = 5000;
/** The knowledge base of the token. Requests wait together, and end together when one failure concerns all of them. */
class KnowledgeClient {
    /** Requests in flight at most: who makes them keeps to it. */
    concurrency;
    /** The form of the API that the service takes. */
    dialect = new Dialect();
    #connection;
    #options;
    #stop = new AbortController();
    #signal;
    /** When the last pause that the service has asked for ends, by `performance.now()`. */
    #pausedUntil = 0;
    /** Milliseconds of all these pauses. */
    #pausedTime = 0;
    /** Pauses since a request to a path has succeeded. */
    #pausesInARow = new Map();
    /** Until when no failure is said, by `performance.now()`. */
    #quietUntil = 0;
    constructor(options) {
        this.concurrency = options.concurrency ?? CONCURRENCY;
        this.#connection = new Connection(options);
        this.#options = options;
        this.#signal = AbortSignal.any([options.signal, this.#stop.signal]);
    }
    /** Why no request is sent any more; undefined while the client works. */
    get endedBy() {
        return this.#signal.reason;
    }
    get isPaused() {
        return this.#pausedUntil > performance.now();
    }
    /** Milliseconds, as of `performance.now()`, without the pauses that the service has asked for: it stops during them. */
    clock() {
        const now = performance.now();
        return now - this.#pausedTime + Math.max(0, this.#pausedUntil - now);
    }
    /**
     * Creates or updates an entry. It is tried once: whether the service has stored it although it failed, the list says.
     *
     * @param trying is called before each request: how the service has to find the entry.
     * @throws {RequestError} for this entry; `endedBy` if the run has ended.
     */
    async write(entry, trying = () => undefined) {
        const refused = [];
        const refusals = [];
        for (const request of this.dialect.requestsFor(entry)) {
            const { path, otherwise } = request;
            trying(path === UPDATE_PATH ? 'by id' : 'by name');
            try {
                await this.#writeDescribed(request, entry.description);
                this.dialect.noteAccepted(request, refused);
                return;
            }
            catch (error) {
                this.#signal.throwIfAborted();
                const mayTryOther = error instanceof RequestError && otherwise.includes(error.status ?? 0);
                if (!mayTryOther)
                    throw error instanceof RequestError ? withOthers(refusals, error) : error;
                refused.push(request);
                refusals.push(error);
            }
        }
    }
    /** Sends a request with a description, and without it if the service refuses that. */
    async #writeDescribed(request, description) {
        const { path, body } = request;
        if (description === undefined || !this.dialect.mayDescribe(request, description)) {
            await this.#request('POST', path, body, readSuccess);
            return;
        }
        try {
            await this.#request('POST', path, { ...body, description }, readSuccess);
        }
        catch (error) {
            this.#signal.throwIfAborted();
            if (!isRefused(error))
                throw error;
            await this.#request('POST', path, body, readSuccess);
            this.dialect.noteRefusedDescription(description);
        }
    }
    /**
     * One page of the list.
     *
     * @throws {RequestError} if it cannot be read; `endedBy` if the run has ended.
     */
    async listPage(page, size) {
        let refusal;
        for (const form of this.dialect.listForms) {
            try {
                const body = form.body(page, size);
                const answer = await this.#retry(async () => this.#request('POST', LIST_PATH, body, readPage));
                if (this.dialect.settleForm(form, answer, size))
                    return answer;
            }
            catch (error) {
                if (!isRefused(error))
                    throw error;
                refusal = error;
            }
        }
        throw refusal;
    }
    /**
     * The text of an entry that the list does not show; empty if the service does not show it either.
     *
     * @throws as `listPage`, but not if it is refused.
     */
    async textOf(id) {
        try {
            const answer = await this.#retry(async () => this.#request('GET', entryPath(id), undefined, readSuccess));
            return textAndField(field(answer, 'data'))[1];
        }
        catch (error) {
            if (error instanceof RequestError && !error.retryable && error !== this.endedBy)
                return '';
            throw error;
        }
    }
    /** Waits. @param failure that a repeated request had, in a sentence. @throws `endedBy` if the run ends meanwhile. */
    async pause(milliseconds, failure) {
        if (failure !== undefined)
            this.#sayRetry(milliseconds, failure);
        await promises_default().setTimeout(Math.max(0, milliseconds), undefined, { signal: this.#signal }).catch(() => undefined);
        this.#signal.throwIfAborted();
    }
    /** Sends nothing any more; requests in flight go on. */
    end(error) {
        this.#stop.abort(error);
    }
    async [Symbol.asyncDispose]() {
        this.end(new ActionError('cancelled', 'The connection to the service was closed.', `Start ${NEW_RUN}.`));
        await this.#connection[Symbol.asyncDispose]();
    }
    /** Repeats what fails and may succeed later. A rate limit uses up no retry: pauses space these, and time bounds them. */
    async #retry(attempt) {
        const began = performance.now();
        let retries = 0;
        for (let failures = 0;; failures++) {
            try {
                while (this.isPaused)
                    await this.pause(this.#pausedUntil - performance.now());
                return await attempt();
            }
            catch (error) {
                if (!(error instanceof RequestError) || !error.retryable)
                    throw error;
                this.#signal.throwIfAborted();
                const time = performance.now() - began;
                const isLimited = error.kind === 'rate-limited';
                if ((!isLimited && ++retries > RETRIES) || time > MAX_PAUSE)
                    throw triedError(error, failures + 1, time);
                if (!this.isPaused)
                    await this.pause(waitAfter(failures), error.message);
            }
        }
    }
    /** One request, with what its failure means for all others. */
    async #request(method, path, json, read) {
        this.#signal.throwIfAborted();
        const started = performance.now();
        let status = 'no answer';
        try {
            const response = await this.#connection.request(method, path, json);
            status = String(response.status);
            const value = read(response, this.#options.token);
            this.#pausesInARow.delete(path);
            return value;
        }
        catch (error) {
            if (error instanceof RequestError && this.endedBy === undefined)
                this.#noteFailure(error, path);
            throw error;
        }
        finally {
            this.#options.trace(`${method} ${path}: ${status} after ${Math.round(performance.now() - started)} ms`);
        }
    }
    /** Ends the run, or makes it wait, if the failure of one request concerns all of them. */
    #noteFailure(failure, path) {
        const { kind, retryAfter, message } = failure;
        if (kind === 'token-rejected') {
            this.end(failure);
            void this.#connection[Symbol.asyncDispose]();
        }
        else if (retryAfter > MAX_PAUSE) {
            const time = `${format(Math.ceil(retryAfter / 60_000))} minutes`;
            const asks = `The service asks to wait ${time} before the next request (Retry-After); a run waits ten minutes at most.`;
            this.end(new ActionError('out-of-time', asks, `After that time, start ${NEW_RUN}: it delivers what is pending.`));
        }
        else if (kind === 'rate-limited' || retryAfter > 0) {
            // `Retry-After` may be 0, or a time that is past. Requests in flight count once.
            const pauses = this.#pausesInARow.get(path) ?? 0;
            if (!this.isPaused)
                this.#pausesInARow.set(path, pauses + 1);
            this.#pauseAll(this.isPaused ? retryAfter : Math.max(waitAfter(pauses), retryAfter), message);
        }
    }
    /** Eight requests may fail at a time, and say the same. */
    #sayRetry(milliseconds, failure) {
        const now = performance.now();
        if (now < this.#quietUntil)
            return;
        this.#quietUntil = now + RETRY_INTERVAL;
        this.#options.onProgress?.(`trying again in ${Math.ceil(milliseconds / 1000)} s: ${failure}`);
    }
    /** Starts no request for so many milliseconds, or longer if a longer pause is on. */
    #pauseAll(milliseconds, reason) {
        const now = performance.now();
        if (!this.isPaused) {
            this.#options.onProgress?.(`waiting ${Math.ceil(milliseconds / 1000)} s, as the service asks: ${reason}`);
        }
        const until = Math.max(this.#pausedUntil, now + milliseconds);
        this.#pausedTime += until - Math.max(this.#pausedUntil, now);
        this.#pausedUntil = until;
    }
}
/**
 * Milliseconds, with jitter, so that requests that failed together do not come back together.
 *
 * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
function waitAfter(failures) {
    return (0.5 + Math.random() / 2) * Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures);
}
/** If the service refuses all forms, what it says of the first ones is as important. */
function withOthers(others, last) {
    if (others.length === 0 || last.retryable)
        return last;
    return last.inWords([...others, last].map(({ message }) => message).join(' In another form: '));
}
function isRefused(error) {
    return error instanceof RequestError && REFUSED.includes(error.status ?? 0);
}

;// CONCATENATED MODULE: ./src/runbook/description.ts



// What an entry is for: an assistant reads this before it opens an entry.
/** Characters of what a paragraph or the front matter says, of the names in the source line, and of a description in all. */
const MAX_PARAGRAPH = 250;
const MAX_OWN = 700;
const MAX_LIST = 700;
const MAX_DESCRIPTION = 1000;
/** Characters of a name; those of alerts are words. */
const description_MAX_NAME = 200;
/** Of a note that a runbook is gone. */
const RETIRED = 'This runbook is retired. Do not follow it.';
/** The names that can stand in a source line, sorted, each once. What a template or a pattern leaves in a name is none. */
function listableNames(names) {
    const fit = names.filter((name) => name.length < description_MAX_NAME && !/[`\r\n]|\((?:version|retired)|Source: |\{[{%]/.test(name));
    return [...new Set(fit)].sort();
}
/** Names for a source line: `` `DiskFull`, `DiskSlow` and 12 more ``; empty without any. @param names as `listableNames` gives them. */
function alertList(names) {
    return listUpTo(MAX_LIST, names.map((name) => `\`${name}\``));
}
/** True for a list in which nobody has written. */
function isAlertList(text) {
    return /^`[^`\n]+`(?:, `[^`\n]+`)*(?: and [\d,]+ more)?$/.test(text);
}
/** The purpose of a file, from its front matter or its first paragraph; empty without both. */
function summaryOf(own, paragraph) {
    return own === '' ? cut(paragraph, MAX_PARAGRAPH) : cut(collapse(own), MAX_OWN);
}
/** The description of an entry: what its file says, and the names of its alerts that this lacks; empty without both. */
function descriptionOf(summary, names) {
    const words = new Set(summary.match(/[\p{L}\p{N}_]+/gu));
    const others = names.filter((name) => !words.has(name));
    const sentence = summary === '' || /[.!?:…]["')\]]*$/.test(summary) ? summary : `${summary}.`;
    const length = MAX_DESCRIPTION - sentence.length - ' Alerts:  and 9,999 more.'.length;
    const list = listUpTo(length, others);
    return list === '' ? summary : joined([sentence, `Alerts: ${list}.`]);
}
/** Six digits that stand for a description in a source line; `none` for an empty one. */
function describedDigits(description) {
    return description === '' ? 'none' : (0,external_node_crypto_.hash)('sha256', description).slice(0, 6);
}
/** At most so many characters, before the words for the rest. */
function listUpTo(limit, items) {
    let length = -', '.length;
    const fitting = items.findIndex((item) => (length += item.length + ', '.length) > limit);
    const shown = fitting === -1 ? items : items.slice(0, fitting);
    const more = items.length - shown.length;
    return shown.length === 0 ? '' : joined([shown.join(', '), more > 0 && `and ${format(more)} more`]);
}
/** The sentences that fit, else the words. */
function cut(text, limit) {
    if (text.length <= limit)
        return text;
    const head = text.slice(0, limit + 1);
    const sentences = /^[^]*[.!?。！？]["')\]]*(?=\s)/.exec(head)?.[0];
    return (sentences ?? head.slice(0, Math.max(head.lastIndexOf(' '), 1))).trimEnd().toWellFormed();
}

;// CONCATENATED MODULE: ./src/runbook/review.ts
/**
 * The day until when a runbook is to be reviewed, as `2026-05-02`; undefined if its front matter does not say.
 *
 * @param valueOf the text of a field; empty if it is missing, and undefined if it is a list or a map.
 */
function readReview(valueOf) {
    const given = (...keys) => {
        const key = keys.find((each) => valueOf(each) !== '');
        return key === undefined ? undefined : [key, valueOf(key) ?? ''];
    };
    const [by, last, period] = [
        given('review-by', 'review_by'),
        given('last-reviewed', 'last_reviewed', 'last_reviewed_on'),
        given('review-in', 'review_in')
    ];
    if (by !== undefined) {
        const date = dateOf(by[1]);
        return date === undefined ? noDate(by[0]) : dayOf(date);
    }
    if (last === undefined || period === undefined)
        return undefined;
    const reviewed = dateOf(last[1]);
    if (reviewed === undefined)
        return noDate(last[0]);
    const [, number, unit = ''] = /^(\d{1,3})\s*(day|week|month|year)s?$/i.exec(period[1]) ?? [];
    if (number !== undefined)
        return dayOf(later(reviewed, Number(number), unit.toLowerCase()));
    const [key] = period;
    return { key, message: `\`${key}\` is no period. Write one such as \`6 months\`, \`90 days\` or \`1 year\`.` };
}
/** Its value is not quoted: the line is named, and it may be a credential. */
function noDate(key) {
    return { key, message: `\`${key}\` is no date. Write one such as \`2026-03-01\`.` };
}
/** Midnight UTC of a day that is written with or without a time. */
function dateOf(value) {
    const [, day = ''] = /^(\d{4}-\d{2}-\d{2})(?:[T ]|$)/.exec(value) ?? [];
    const date = new Date(`${day}T00:00:00Z`);
    // `Date` takes the 30th of February for the 2nd of March.
    return !Number.isNaN(date.getTime()) && dayOf(date) === day ? date : undefined;
}
function later(date, number, unit) {
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
    if (unit === 'day' || unit === 'week')
        return new Date(Date.UTC(year, month, day + number * (unit === 'week' ? 7 : 1)));
    const months = month + number * (unit === 'year' ? 12 : 1);
    // Six months after the 31st of August is the last day of February.
    const lastDay = new Date(Date.UTC(year, months + 1, 0)).getUTCDate();
    return new Date(Date.UTC(year, months, Math.min(day, lastDay)));
}
/** `2026-05-02`, of which an earlier one is less. */
function dayOf(date) {
    return date.toISOString().slice(0, 10);
}
/** True if the last day of a review is over. All days are those of UTC. */
function isOverdue(reviewBy, now) {
    return reviewBy < dayOf(now);
}
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
/** `2 May 2026`; without the year of `now`. */
function sayDay(day, now) {
    const [year = '', month = '', date = ''] = day.split('-');
    const said = `${Number(date)} ${MONTHS[Number(month) - 1] ?? ''}`;
    return now !== undefined && dayOf(now).startsWith(`${year}-`) ? said : `${said} ${year}`;
}

;// CONCATENATED MODULE: ./src/runbook/source-line.ts






/** Digits of a digest and a blob: enough to tell the texts of one name, and of one file, apart. */
const DIGITS = 12;
/**
 * No part can match in two ways, the list of alerts has a limit, and none reaches the next `Source: `, so that a search takes linear
 * time.
 */
const LINE = /Source: (?:\[((?:\\.|[^\\[\]\n])+)\]\(([^()\s<>]+)\)|([^\s[]+ (\S+)))(?: for the alerts ((?:(?! \((?:version|retired) |Source: )[^\n]){1,2000}))? \((version|retired) ([0-9a-f]{12}) of ([0-9a-f]{12})(?:, described ([0-9a-f]{6}|none))?(?:, review by \d{1,2} [A-Z][a-z]{2,8} \d{4})?\)/;
/** Kept front matter stands above the line, and may quote another one. */
const FRONT_MATTER = /^---[ \t]*\n[^]*?\n---[ \t]*\n/;
/**
 * Takes a text of the knowledge base apart: into its line, if it has one, and the rest in normal form. A line in whose label or list of
 * alerts somebody has written is also a part of the rest, so that this is another text than the one that was sent.
 */
function readText(content) {
    const lines = withLineFeeds(content);
    const above = FRONT_MATTER.exec(lines)?.[0].length ?? 0;
    const below = LINE.exec(lines.slice(above));
    const found = below ?? LINE.exec(lines);
    if (found === null)
        return { line: undefined, text: normalForm(lines) };
    const [whole, label, linked, plain, encoded = '', alerts = '', kind, digest = '', blob = '', described = ''] = found;
    const line = {
        kind: kind === 'retired' ? 'retired' : 'version',
        digest,
        blob,
        path: detached(decodePercent(label === undefined ? encoded : label.replace(/\\(.)/g, '$1'))),
        address: detached(linked ?? plain ?? ''),
        alerts: detached(alerts),
        described
    };
    if (!isIntact(line))
        return { line, text: normalForm(lines) };
    const at = found.index + (below === null ? 0 : above);
    return { line, text: normalForm(lines.slice(0, at) + lines.slice(at + whole.length)) };
}
/** True if nobody has written into a line. */
function isIntact(line) {
    return hasOwnLabel(line) && (line.alerts === '' || isAlertList(line.alerts));
}
/** True if a line is labelled with the path to which it leads. Forge, host and branch may have changed since it was sent. */
function hasOwnLabel({ path, address }) {
    const [place, label] = [decodePercent(address), path].map(composed);
    return place.endsWith(`/${label}`) || place.endsWith(` ${label}`);
}
/** Digits for the name and text of an entry: the same to a service that folds names. */
function textDigestOf(name, text) {
    // A folded name has no line break.
    return (0,external_node_crypto_.hash)('sha256', `${foldName(name)}\n${text}`).slice(0, 2 * DIGITS);
}
/** The digest of name, text and alerts. @param alerts as `alertList` writes them. */
function digestOf(textDigest, alerts) {
    return (alerts === '' ? textDigest : (0,external_node_crypto_.hash)('sha256', `${textDigest}\n${alerts}`)).slice(0, DIGITS);
}
function blobDigits(id) {
    return id.slice(0, DIGITS);
}
/** Writes the line. What Markdown or a terminal could change in the path is escaped. */
function sourceLine(digest, { kind, path, blob, alerts, described, reviewBy }, base) {
    const address = fileAddress(path, base);
    const label = path
        .replace(/[%\p{C}\p{Zl}\p{Zp}]/gu, (char) => encodeURIComponent(char))
        .replace(/[\\`*[\]<>&~]|(?<![a-z0-9])_|_(?![a-z0-9])/gi, '\\$&');
    const place = base.forge === 'other' ? address : `[${label}](${address})`;
    const facts = [`${kind} ${digest} of ${blob}`, `described ${described}`, reviewBy && `review by ${sayDay(reviewBy)}`];
    return joined([`Source: ${place}`, alerts !== '' && `for the alerts ${alerts}`, `(${joined(facts, ', ')})`]);
}
function textAround({ above, below }) {
    return normalForm(paragraphs(...trimmed(above, below)));
}
function writeEntry(name, { above, below }, facts, base) {
    const [front, rest] = trimmed(above, below);
    const digest = digestOf(textDigestOf(name, normalForm(paragraphs(front, rest))), facts.alerts);
    return { content: `${paragraphs(front, sourceLine(digest, facts, base), rest)}\n`, digest };
}
function trimmed(above, below) {
    return [above.trimEnd(), below.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd()];
}
function paragraphs(...parts) {
    return parts.filter((part) => part !== '').join('\n\n');
}
/** A text without the source line that it begins with: people paste entries into files. */
function withoutPastedLine(markdown) {
    const start = /^\s*/.exec(markdown)?.[0].length ?? 0;
    const found = markdown.startsWith('Source: ', start) ? LINE.exec(markdown.slice(start)) : null;
    if (found?.index !== 0)
        return markdown;
    return markdown.slice(0, start) + markdown.slice(start + found[0].length).replace(/^[ \t]*(?:\r?\n)*/, '');
}
/** Where an entry comes from, as its line says: addresses are compared without regard to scheme, `www.` and case. */
function originOf({ address, path }, base) {
    const addresses = [repositoryRoot(base), fileAddress(path, base), address];
    // Systems and archives change the Unicode form of paths.
    const decoded = addresses.map((each) => composed(decodePercent(bareAddress(each))));
    const [root, own, other] = decoded;
    if (other.slice(0, root.length).toLowerCase() !== root.toLowerCase())
        return 'another repository';
    return other.slice(root.length) === own.slice(root.length) ? 'this branch' : 'another branch';
}
/** The forge whose addresses of this repository a line has, whatever its branch; undefined if it is of another repository. */
function forgeOfLine(line, base) {
    return FORGES.find((forge) => originOf(line, { ...base, forge, ref: '' }) !== 'another repository');
}
/** The branch or tag of an entry from another one; undefined if the address is too short. */
function branchOf({ address, path }, base) {
    const root = bareAddress(repositoryRoot(base)).length;
    const end = `/${encodePath(path)}`;
    return address.endsWith(end) ? decodePercent(bareAddress(address).slice(root, -end.length)) : undefined;
}

;// CONCATENATED MODULE: ./src/saved-texts.ts




/** Keeps texts of the knowledge base in files before they are replaced. */
class SavedTexts {
    #parent;
    #redact;
    #replacer;
    #saved = new Set();
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
    /**
     * Writes a text with a comment that says what it was, into a file with a number and the name of its runbook; of an entry without a
     * text the JSON, in which no comment can stand.
     *
     * @returns undefined if it was saved before: after a pause of the service, a text is about to be replaced again.
     */
    async save(path, { name, content, json }, of = 'text') {
        const replaced = content ?? json;
        if (replaced === undefined || replaced === '')
            throw new Error('There is no text to save.');
        const key = JSON.stringify([of, path, name, replaced]);
        if (this.#saved.has(key))
            return undefined;
        this.#saved.add(key);
        const number = this.#saved.size;
        try {
            const folder = await (this.#folder ??= this.#makeFolder());
            const kept = this.#redact(replaced);
            const [header, ending] = content === undefined ? ['', 'json'] : [this.#header(of, path, name), 'md'];
            const file = (0,external_node_path_.join)(folder, `${number}${this.#suffixOf(path)}.${ending}`);
            await (0,external_node_fs_promises_.writeFile)(file, header + kept);
            return { of, path, name, file, folder, content: kept };
        }
        catch (error) {
            throw new ActionError('files', `The text of the entry “${name}” cannot be saved: ${messageOf(error)}.`, `Texts are saved in ${this.#parent} before they are replaced. Make that a folder with space, and start ${NEW_RUN}.`, { cause: error });
        }
    }
    async #makeFolder() {
        await (0,external_node_fs_promises_.mkdir)(this.#parent, { recursive: true });
        return (0,external_node_fs_promises_.mkdtemp)((0,external_node_path_.join)(this.#parent, 'runbook-sync-overwritten-'));
    }
    /** From the name of the runbook, letters and digits, which every system allows. What is left may have become the token. */
    #suffixOf(path) {
        const safe = `-${(0,external_node_path_.parse)(this.#redact(path)).name}`.replace(/[^\p{L}\p{N}]+/gu, '-');
        return this.#redact(safe) === safe ? safe.slice(0, 40).toWellFormed() : '';
    }
    #header(of, path, name) {
        const escape = (text) => {
            return JSON.stringify(text).replace(/[<>]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
        };
        const subject = of === 'text' ? 'The entry' : 'The description of the entry';
        const what = `${subject} ${escape(name)} of ${escape(path)} before ${this.#replacer} replaced it`;
        return this.#redact(`<!-- ${what}, ${new Date().toISOString()} -->\n`);
    }
}

;// CONCATENATED MODULE: ./src/runbook/credentials.ts


const REMOVE_CREDENTIAL = 'Remove it, and rotate it if it is in Git already. If it is an example, write `<!-- secretlint-disable-line -->` in its line, or `<!-- secretlint-disable-next-line -->` above it.';
/** Words that documents have in place of a password, beside those that the library knows. */
const PASSWORDS = [
    // The name of the user.
    '\\1',
    '[\\w.-]*(?:pass(?:w(?:or)?d)?|secret|test)',
    '(?:[a-z]+[-_])*token',
    'changeme|\\*+|x{3,}|0?1234?5?6?7?8?9?0?',
    // A variable, or a name to be replaced: `$PGPASSWORD`, `${TOKEN}`, `${{ secrets.X }}`, `<password>`, `[YOUR-PASSWORD]`.
    '\\$[a-z_]\\w*|\\$?\\{[^{}@]*\\}|\\$?\\{\\{[^{}@]*\\}\\}|<[^<>@]*>|\\[[^[\\]@]*\\]',
    // No password, but a port, and another address behind it: "postgres://db:5432","ops@acme.com".
    '\\d{1,5}[^\\w@][^@]*'
];
/** Hosts in examples. */
const HOSTS = '(?:[\\w-]+\\.)*example(?:\\.[a-z]+)?(?![\\w.-])|\\.{3}';
/** Other values in examples: of AWS, Slack and GitLab. */
const VALUES = ['x{8}', '[\\w/+]{30}EXAMPLEKEY', '/T(?:0+/B0+|X+/BX+)/', '(?:xox[a-z]|glpat)-your-'];
/** One pattern that fits once: the library compares all that fit with each other. */
const ADDRESS = `[a-z+]+://([^:/\\s]+):(?:(?:${PASSWORDS.join('|')})@|[^@/\\s]*@(?:${HOSTS}))`;
const ALLOWED = [`/^(?:${ADDRESS}|[^]*?(?:${VALUES.join('|')}))/i`];
/** A comment of the library for all its rules, the first one of a line; what follows `--` is a remark. */
const COMMENT = /secretlint-(disable-next-line|disable-line|disable|enable)[ \t]*(?:--.*)?$/gm;
/** The message of a rule: `found GitHub Token(classic): …`. */
const MESSAGE = /^found ([A-Za-z0-9][\w '/.-]{1,60}?)\s*(?:\([^()]*\))?: ([^]*)$/;
/** No rule matches across it. */
const BETWEEN = '\n\0\n';
/** The character before the address of a database. The library takes `a://b,c://d` for one address. */
const BEFORE_ADDRESS = /[^\w\s](?=(?:mongodb(?:\+srv)?|mysqlx?|postgres(?:ql)?):\/\/)/gi;
/** Loaded for the first text: most runs have none to search. */
let library;
async function load() {
    const { rules } = await __webpack_require__.e(/* import() */ 577).then(__webpack_require__.bind(__webpack_require__, 1577));
    // The time of its own comments grows with the square of their number.
    return rules.filter(({ meta }) => !meta.id.endsWith('filter-comments'));
}
/**
 * The findings of the library's rules, by place. Its own runner compares all of them with each other, so that a file with many
 * takes minutes.
 */
async function scan(text) {
    const found = [];
    // Only the rule for comments reads the other fields. With this path, no rule looks for a file on the disk.
    const content = text.replace(BEFORE_ADDRESS, ' ');
    const source = { content, filePath: 'runbook.md', ext: '.md' };
    const context = {
        sharedOptions: {},
        createTranslator: (messages) => (id, data) => {
            return { message: messages[id]?.en(data ?? {}) ?? '', messageId: String(id), data };
        },
        report: ({ message: { message }, range: [start, end] }) => {
            // The value is the end of every message.
            const [, kind = 'credential', value = text.slice(start, end)] = MESSAGE.exec(message) ?? [];
            if (isInARow(value))
                return;
            // A range may begin before its value.
            const from = Math.max(text.indexOf(value, start), start);
            found.push({ from, to: from + value.length, kind });
        },
        ignore: () => undefined
    };
    for (const rule of await (library ??= load()))
        await rule.create(context, { allows: ALLOWED }).file?.(source);
    return found.sort((one, other) => one.from - other.from || one.to - other.to);
}
/** True for a token such as `ghp_abcdef…`, in which most letters and digits follow the one before. */
function isInARow(value) {
    if (!/^[\w.-]+$/.test(value))
        return false;
    const codes = Array.from(value.toLowerCase(), (character) => character.charCodeAt(0));
    const follows = (code, at) => code - (codes[at - 1] ?? 0) === 1;
    return codes.filter(follows).length > codes.length / 2;
}
/** The credentials in the text of a file, by line. The library's comments leave some out. */
async function findCredentials(text) {
    const found = await scan(text);
    if (found.length === 0)
        return [];
    const spans = spansLeftOut(text);
    const credentials = [];
    let [next, leftOutTo, last] = [0, -1, -1];
    let [line, end] = [1, text.indexOf('\n')];
    for (const { from, kind } of found) {
        for (; (spans[next]?.from ?? Infinity) <= from; next++)
            leftOutTo = Math.max(leftOutTo, spans[next]?.to ?? -1);
        // Two rules may find one value.
        if (from < leftOutTo || from === last)
            continue;
        for (; end !== -1 && end < from; end = text.indexOf('\n', end + 1))
            line++;
        credentials.push({ line, kind });
        last = from;
    }
    return credentials;
}
/** The places that comments exempt. A credential counts by its beginning, because a key has many lines. */
function spansLeftOut(text) {
    const endOfLine = (at) => {
        const end = text.indexOf('\n', at);
        return end === -1 ? text.length : end;
    };
    const spans = [];
    let off;
    for (const { 1: what, index } of text.matchAll(COMMENT)) {
        const end = endOfLine(index);
        if (what === 'disable-line')
            spans.push({ from: text.lastIndexOf('\n', index) + 1, to: end });
        else if (what === 'disable-next-line')
            spans.push({ from: end, to: endOfLine(end + 1) });
        else if (what === 'disable')
            off ??= index;
        else if (off !== undefined) {
            spans.push({ from: off, to: index });
            off = undefined;
        }
    }
    if (off !== undefined)
        spans.push({ from: off, to: text.length });
    return spans.sort((one, other) => one.from - other.from);
}
/** The texts that have credentials, each with the same text without them. No comment leaves one out. */
async function withoutCredentials(texts) {
    const found = await scan(texts.join(BETWEEN));
    const hidden = new Map();
    let [start, next] = [0, 0];
    for (const text of texts) {
        const parts = [];
        let at = 0;
        for (let one = found[next]; one !== undefined && one.from < start + text.length; one = found[++next]) {
            if (one.from - start >= at)
                parts.push(text.slice(at, one.from - start), HIDDEN);
            at = Math.max(at, one.to - start);
        }
        if (parts.length > 0)
            hidden.set(text, parts.join('') + text.slice(at));
        start += text.length + BETWEEN.length;
    }
    return hidden;
}
/** `AWS Secret Access Key (line 3)`; where there are several, the first ones. */
function sayCredentials(found) {
    return listed(found.map(({ kind, line }) => `${kind} (line ${line})`));
}

;// CONCATENATED MODULE: ./src/sync/decide/credential-check.ts


/** Looks for credentials in what would be sent, in each file once in a run. */
class CredentialCheck {
    #policy;
    #token;
    #known = new Map();
    #warnings = new Map();
    /** @param token the assistant's, which the rules of the scanner do not recognise. */
    constructor({ secrets, token }) {
        this.#policy = secrets;
        this.#token = token;
    }
    get warnings() {
        return [...this.#warnings.values()];
    }
    /** The credentials in a text; none with `secrets: send`. */
    async findIn(text) {
        if (this.#policy === 'send')
            return [];
        const found = await findCredentials(text);
        if (this.#token?.isIn(text) !== true)
            return found;
        const at = text.split('\n').findIndex((line) => this.#token?.isIn(line));
        return [{ line: at + 1, kind: 'the access token of this run' }, ...found];
    }
    /** True if a text must not be shown. */
    async isInAny(...texts) {
        for (const text of texts)
            if ((await this.findIn(text)).length > 0)
                return true;
        return false;
    }
    /**
     * Texts with `***` in place of credentials, also of examples, because somebody may have pasted a real one below such a comment.
     * It comes before a text is cut into lines: nobody finds a key in one line.
     */
    async redacted(...texts) {
        if (this.#policy === 'send')
            return texts;
        const hidden = await withoutCredentials(texts);
        return texts.map((text) => hidden.get(text) ?? text);
    }
    /** The decisions, with runbooks refused whose files have credentials; with `warn`, they are sent, and noted as warnings. */
    async refuse(texts, decisions) {
        const checked = [];
        for (const decision of decisions)
            checked.push(await this.#checked(texts, decision));
        return checked;
    }
    async #checked(texts, decision) {
        if (decision.is !== 'planned')
            return decision;
        const { runbook, rows } = decision;
        const credentials = await this.inFile(texts, runbook);
        if (credentials.length === 0)
            return decision;
        if (this.#policy === 'refuse')
            return { is: 'refused', cause: 'secret', runbook, rows, credentials };
        this.#warn(runbook.path, credentials);
        return decision;
    }
    #warn(path, found) {
        for (const { kind, line } of found) {
            const message = `The runbook is sent with a credential: ${kind}. ${REMOVE_CREDENTIAL}`;
            this.#warnings.set(`${path}:${line}:${kind}`, { level: 'warning', path, line, message });
        }
    }
    /** The credentials in the file of a runbook; none with `secrets: send`. */
    async inFile(texts, runbook) {
        if (this.#policy === 'send')
            return [];
        // The branch may move while the run is under way.
        const key = `${runbook.path}\0${runbook.blob}`;
        const known = this.#known.get(key);
        if (known !== undefined)
            return known;
        const text = text_decode(await texts.file(runbook));
        const found = typeof text === 'string' ? await this.findIn(text) : [];
        this.#known.set(key, found);
        return found;
    }
}

;// CONCATENATED MODULE: ./src/sync/decide/decision.ts
/** True if sending replaces a text of others that the file does not have. */
function overwrites({ why, replaced }) {
    return why !== 'merged' && replaced.length > 0;
}
/** True if a refused file makes the run red: not if the run is about changes of other files. */
function isRed(refusal, { changed, concerns }) {
    // All files of a name are refused for the one that came last.
    if (refusal.cause === 'duplicate')
        return changed === undefined || refusal.changed.length > 0;
    return concerns('file' in refusal ? refusal.file.path : refusal.runbook.path);
}
/** The runbook that an orphan's runbook has become; undefined if it has become none. */
function successorIn({ became }) {
    return typeof became === 'object' ? became : undefined;
}

;// CONCATENATED MODULE: ./src/sync/deliver/guards.ts





// What needs the consent of a person, because no API deletes an entry.
/** Runbooks get other titles at any time; so many at once are another template, another folder, or a mistake. */
const MANY = 20;
/**
 * Why a sync must not send what a look plans; undefined if it may.
 *
 * @param opening says what happens, in words before a colon.
 */
function reasonToStop(look, opening, { keepsTexts, isAgreed }) {
    const unkept = keepsTexts ? undefined : unkeptError(look);
    if (unkept !== undefined || isAgreed)
        return unkept;
    return sharedNamesAtFirst(look, opening) ?? massChange(look, opening);
}
/** The token may be of another workspace. A first sync stops, unless somebody has set it up just now. */
function firstSyncError({ repository }) {
    return new ActionError('stopped', `This workspace has no entry of ${repository}, so nothing was sent.`, 'Is the token of the right workspace? If so, start the workflow by hand (Run workflow, or `sync --yes`), or push a change of its file.');
}
/** True if something would be sent, and the list shows no entry of any branch of this repository, also under its former name. */
function isFirstSync({ rows, runbooks, decisions }) {
    if (!rows.areKnown || rows.haveOwn)
        return false;
    // Without its text, nobody knows of which repository an entry is.
    if (decisions.some((one) => one.is === 'planned' && one.why === 'unseen'))
        return false;
    // After a renamed repository, the same file had another address; the refusals say what to do.
    const isRenamed = rows.all.some(({ name, line }) => {
        return (runbooks.byName.get(foldName(name)) ?? []).some(({ path }) => path === line?.path);
    });
    return !isRenamed && decisions.some(({ is }) => is === 'planned');
}
/** Why a run must not replace texts of others if it cannot keep them; undefined if it would replace none. */
function unkeptError({ decisions }) {
    const paths = decisions.flatMap((one) => {
        return one.is === 'planned' && overwrites(one) ? one.runbook.path : [];
    });
    if (paths.length === 0)
        return undefined;
    const texts = count(paths.length, 'text of the assistant', 'texts of the assistant');
    return new ActionError('files', `This run would replace ${texts} (${listed(paths)}), and cannot keep what was there: the event does not call the repository private, so everybody could download it.`, `Replace them on your machine, where they are saved: \`runbook-sync sync --on-conflict replace --saved DIR\` (${COMMAND_LINE}).`);
}
const GO_ON = 'start a run by hand (Run workflow, or `sync --yes`)';
/** Asked before the first sync: later, another `entry-name` would make new entries for all runbooks. */
function sharedNamesAtFirst(look, opening) {
    const { shared } = look.runbooks;
    if (shared.length === 0 || !isFirstSync(look))
        return undefined;
    const names = listed(shared.map(([first, ...more]) => `“${first?.name ?? ''}” (${count(more.length + 1, 'file')})`));
    return new ActionError('stopped', `${opening}: this is the first sync, and several files have one name: ${names}.`, `Give them titles of their own, leave files out by lines of \`files\` that begin with \`!\`${adviseTemplate(shared)}. To leave the names as they are, ${GO_ON}: that run refuses these files, and sends the others.`);
}
function massChange({ decisions }, opening) {
    const made = decisions.filter((decision) => decision.is === 'planned' && decision.why === 'new').length;
    const orphans = decisions.filter((decision) => decision.is === 'orphaned');
    // Their files still exist.
    const orphaned = orphans.filter((one) => one.became === 'skipped' || successorIn(one) !== undefined).length;
    if (made <= MANY || orphaned <= MANY)
        return undefined;
    return new ActionError('stopped', `${opening}: ${format(made)} entries would be created, and ${format(orphaned)} left without a runbook, although their files ` +
        'still exist. No API can delete entries.', `Compare \`entry-name\` and \`files\` with those of earlier runs. If you mean the change, ${GO_ON}.`);
}

// EXTERNAL MODULE: ./node_modules/diff/libesm/patch/create.js + 1 modules
var create = __webpack_require__(5725);
;// CONCATENATED MODULE: ./src/sync/read/rows.ts




function isHeld(row) {
    return row.content !== undefined;
}
/** Makes a row of a listed entry. One of another type than those with a text is a person's. */
function rowOf({ name, content, json, details }, base) {
    const isText = details === undefined || isReadable(details.type);
    const isShown = isText && content !== '';
    const { line, text } = readText(isShown ? content : '');
    const textDigest = textDigestOf(name, text);
    const digest = digestOf(textDigest, line?.alerts ?? '');
    return {
        name,
        details,
        by: isText ? authorOf(line, text, digest) : 'person',
        line,
        origin: line && originOf(line, base),
        textDigest,
        digest,
        content: isShown ? content : undefined,
        json: isShown ? undefined : json
    };
}
function authorOf(line, text, digest) {
    if (line === undefined)
        return text === '' ? 'unknown' : 'person';
    return line.digest === digest ? 'run' : 'person';
}
/** The description of an entry, if a person wrote it: the list shows one that no run has given to the text. */
function personalDescription({ details, line }) {
    const description = details?.description ?? '';
    return description === '' || describedDigits(description) === line?.described ? undefined : description;
}
/** True if the description of a person stays, because the file has none of its own. */
function keepsDescription(row, { isDescribed }) {
    return !isDescribed && personalDescription(row) !== undefined;
}
/** True if a person has something there that is no text, so that nobody can compare it. */
function isUnreadable({ by, content, json }) {
    return by === 'person' && content === undefined && json !== undefined;
}
/** The rows that one look has shown. */
class Rows {
    all;
    /** False if the list was not read, because a plan has no token. */
    areKnown;
    /** True if the list shows no text of any entry: then only names can be confirmed. */
    areWithoutTexts;
    /** True if the list has no entry of some runbook, and its total is larger than what it shows. */
    isIncomplete;
    /** True if entries have triggers and ids, by which they can be renamed. */
    haveTriggers;
    #byName;
    constructor(all, facts = {}) {
        this.all = all;
        this.areKnown = facts.areKnown ?? true;
        this.areWithoutTexts = facts.areWithoutTexts ?? false;
        this.isIncomplete = facts.isIncomplete ?? false;
        this.haveTriggers = facts.haveTriggers ?? false;
        this.#byName = Map.groupBy(all, ({ name }) => foldName(name));
    }
    /** The rows of every name that a service may take for this one. */
    of(name) {
        return this.#byName.get(foldName(name)) ?? [];
    }
    get groups() {
        return this.#byName.values();
    }
    /** False before the first sync of a repository. */
    get haveOwn() {
        return this.all.some(({ origin }) => origin !== undefined && origin !== 'another repository');
    }
}
/** The rows of one name, by entry: a trigger with its configuration is an entry of its own, and copies of one are together. */
function entriesAmong(rows) {
    return [...Map.groupBy(rows, ({ details }) => details && bindingKey(details)).values()];
}
function bindingKey({ trigger, triggerConfig }) {
    return JSON.stringify([trigger, Object.entries(triggerConfig).sort(([one], [other]) => (one < other ? -1 : 1))]);
}

;// CONCATENATED MODULE: ./src/sync/differences.ts



/** Differences that a summary shows, and lines of each. */
const MAX_DIFFERENCES = 20;
const MAX_LINES = 60;
/** Changed lines beyond which no difference is computed: the time grows with their square. */
const MAX_EDIT_LENGTH = 1000;
/**
 * Changes that a sync would make in the entries whose text is held, and those of an edit that stays: unified differences by path.
 *
 * @param isWhole false for the first ones, and the first lines of each.
 */
async function differencesIn({ decisions }, branch, credentialCheck, isWhole) {
    const [most, mostLines] = isWhole ? [Infinity, Infinity] : [MAX_DIFFERENCES, MAX_LINES];
    const differences = new Map();
    for (const decision of decisions) {
        if (differences.size === most)
            break;
        if (!('runbook' in decision) || !('rows' in decision) || decision.is === 'unchanged')
            continue;
        const { runbook, rows } = decision;
        const held = rows.filter(isHeld);
        // Another row would be compared in place of a text that the service does not show.
        if (rows.some((row) => row.by === 'person' && !isHeld(row)))
            continue;
        const row = held.find(({ by }) => by !== 'run') ?? held[0];
        if (row === undefined)
            continue;
        // Conversion rewrites links, so a credential may be visible in the file alone: both are searched.
        if ((await credentialCheck.inFile(branch.texts, runbook)).length > 0)
            continue;
        const { content } = await branch.texts.takeEntry(runbook);
        if (await credentialCheck.isInAny(content, row.content))
            continue;
        const texts = [row.content, content].map((text) => readText(text).text);
        const [shown = '', file = ''] = await credentialCheck.redacted(...texts);
        const [direction, before, after] = decision.is === 'kept'
            ? [['--- in Git', '+++ in the assistant, where it stays'], file, shown]
            : [['--- in the assistant', '+++ in Git'], shown, file];
        const difference = differenceOf(before, after, mostLines);
        if (difference.length > 0)
            differences.set(runbook.path, [...direction, ...difference]);
    }
    return differences;
}
function differenceOf(before, after, most) {
    const options = { context: 2, maxEditLength: MAX_EDIT_LENGTH };
    const patch = (0,create/* structuredPatch */.YB)('', '', `${before}\n`, `${after}\n`, undefined, undefined, options);
    if (patch === undefined)
        return [`(more than ${MAX_EDIT_LENGTH} lines differ)`];
    const lines = patch.hunks.flatMap((hunk) => [
        `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
        ...hunk.lines
    ]);
    return lines.length <= most ? lines : [...lines.slice(0, most - 1), `(${lines.length - most + 1} more lines)`];
}

;// CONCATENATED MODULE: ./src/sync/read/standing.ts




/** The states of entries, for `list` and the inventory of a report. */
const ENTRY_STATES = ['current', 'outdated', 'edited', 'by-hand', 'orphaned', 'retired', 'elsewhere'];
/**
 * What a row is, compared with the branch. The first line that fits counts.
 *
 *     the row                                                             | standing
 *     --------------------------------------------------------------------|-------------------
 *     another repository has sent it                                      | another repository
 *     it is of a file of this branch that `files` does not select         | another step
 *     under the name of a runbook (of several, the first one):
 *     the list shows no text of it, nor of any other one of its type      | without text
 *     our text: digest, blob, path, address, description are the runbook's | current
 *     our text, of another version or place                               | outdated
 *     a person's text, which is just that of the runbook                  | edited alike, or by hand alike
 *     an edit of the file as it is now                                    | edited
 *     an edit of an earlier file, or of a note                            | edited before
 *     a text without a source line, or something that is no text          | by hand
 *     under any other name:
 *     no source line                                                      | by hand
 *     of this branch, and its file is gone, left out, or named otherwise  | orphan
 *     of a branch that is gone, and no note                               | orphan
 *     of another branch                                                   | another branch
 *     a person's text, of a file that is refused, or over a note          | edited
 *     a note that its runbook is gone                                     | retired
 *     our text, of a file that is refused                                 | outdated
 */
const STANDINGS = {
    'another repository': { state: 'elsewhere', verdict: 'another source', mustBeSaved: true },
    'another step': { state: 'elsewhere', verdict: 'another source', mustBeSaved: true },
    'without text': { state: 'outdated', verdict: 'unseen' },
    current: { state: 'current', verdict: 'unchanged' },
    outdated: { state: 'outdated', verdict: 'changed' },
    'edited alike': { state: 'edited', verdict: 'merged' },
    'by hand alike': { state: 'by-hand', verdict: 'merged' },
    edited: { state: 'edited', verdict: 'kept', mustBeSaved: true },
    'edited before': { state: 'edited', verdict: 'conflict', mustBeSaved: true },
    'by hand': { state: 'by-hand', verdict: 'conflict', mustBeSaved: true },
    orphan: { state: 'orphaned' },
    'another branch': { state: 'elsewhere' },
    retired: { state: 'retired' }
};
function standingOf(row, runbooks) {
    const { line, origin } = row;
    if (origin === 'another repository')
        return origin;
    const isOfFile = line !== undefined && origin === 'this branch' && runbooks.hasFile(line.path);
    if (isOfFile && !runbooks.selects(line.path))
        return 'another step';
    const [runbook] = runbooks.byName.get(foldName(row.name)) ?? [];
    return runbook === undefined ? standingAlone(row, runbooks) : standingUnder(runbook, row, runbooks);
}
/** What follows from the standing of a row. */
function meaningOf(row, runbooks) {
    return STANDINGS[standingOf(row, runbooks)];
}
/** @param runbook that has the name of the row. */
function standingUnder(runbook, row, runbooks) {
    const { by, line, digest } = row;
    if (by === 'unknown')
        return 'without text';
    if (by === 'run')
        return isUpToDate(row, runbook, runbooks) ? 'current' : 'outdated';
    if (line === undefined)
        return row.textDigest === runbook.textDigest ? 'by hand alike' : 'by hand';
    if (digest === runbook.digest)
        return 'edited alike';
    // Under a note that the runbook is gone, nobody has edited its text.
    const isOfSameFile = line.kind === 'version' && (line.blob === runbook.blob || line.digest === runbook.digest);
    return isOfSameFile ? 'edited' : 'edited before';
}
function standingAlone({ by, line, origin }, { fileAt }) {
    if (line === undefined)
        return 'by hand';
    if (line.kind === 'version') {
        if (origin === 'gone branch')
            return 'orphan';
        // Nobody knows the name of a file that cannot be read.
        if (origin === 'this branch' && fileAt.get(line.path)?.kind !== 'refused')
            return 'orphan';
    }
    if (origin !== 'this branch')
        return 'another branch';
    if (by === 'person')
        return 'edited';
    return line.kind === 'retired' ? 'retired' : 'outdated';
}
/** True if an entry is as a run would send it now. */
function isUpToDate(row, runbook, { knowsRules }) {
    const { line } = row;
    // Without rules, the alerts that the entry has are no reason to send, nor are they in its description.
    const digest = knowsRules ? runbook.digest : digestOf(runbook.textDigest, line?.alerts ?? '');
    const isDescribed = line?.described === describedDigits(runbook.description);
    const isKnown = isDescribed || (!knowsRules && line?.described !== '');
    return isCurrent(row, { ...runbook, digest }) && (isKnown || keepsDescription(row, runbook));
}
/** True if this text was sent from this file of the branch, and nobody has changed it since. */
function isCurrent({ by, digest, origin, line }, version) {
    return (by === 'run' &&
        digest === version.digest &&
        origin === 'this branch' &&
        line?.blob === version.blob &&
        line.path === version.path);
}

;// CONCATENATED MODULE: ./src/sync/decide/orphans.ts



// Entries under a name that no runbook has.
function isOrphan(row, runbooks) {
    return standingOf(row, runbooks) === 'orphan';
}
function isUntouched({ by, line, origin }) {
    return by === 'run' && line?.kind === 'version' && origin === 'this branch';
}
/** For each runbook with a new title, the untouched entries under its former name, which get the new one. */
function findRetitled(runbooks, rows) {
    const former = new Map();
    for (const group of rows.groups) {
        const lines = group.flatMap((row) => {
            const isRenamable = isUntouched(row) && isOrphan(row, runbooks) && row.details?.id !== undefined;
            return isRenamable ? [row.line] : [];
        });
        if (lines.length < group.length)
            continue;
        const [runbook, ...others] = new Set(lines.map((line) => successorOf(line, runbooks)));
        if (runbook === undefined || others.length > 0 || !isFree(rows.of(runbook.name), runbook, group, runbooks))
            continue;
        former.set(runbook, [...(former.get(runbook) ?? []), group]);
    }
    // If several lead to one, nobody here knows which it is.
    return new Map([...former].flatMap(([runbook, [group = [], ...more]]) => (more.length > 0 ? [] : [[runbook, group]])));
}
/** True if entries can get the name of a runbook: it has none, or the others have it already, because a run ended meanwhile. */
function isFree(named, runbook, group, runbooks) {
    const entries = entriesAmong([...named, ...group]);
    return named.every((row) => isUpToDate(row, runbook, runbooks)) && entries.length === named.length + group.length;
}
/** The runbook that the file of an entry is now: moved with its content, or else at its path. */
function successorOf({ path, blob }, { fileAt, byName, byBlob }) {
    const file = fileAt.get(path);
    const same = byBlob.get(blob) ?? [];
    const isThere = file?.kind === 'runbook' && (same.length === 0 || same.includes(file));
    if (isThere)
        return byName.get(foldName(file.name))?.length === 1 ? file : undefined;
    return same.length === 1 && file?.kind !== 'refused' && file?.kind !== 'skipped' ? same[0] : undefined;
}
/** Entries that say themselves that they come from a file of this branch, and have the name of no runbook. */
function orphansAmong(rows, runbooks, removed) {
    const { fileAt, selects } = runbooks;
    const orphans = rows.filter((row) => isOrphan(row, runbooks));
    // An earlier run may have ended between two of them.
    const unretired = rows.filter((row) => row.line?.kind !== 'retired' || row.by !== 'run' || row.details?.id === undefined);
    // One note goes to all entries of a name, so none of them may be anything else.
    const isRetirable = removed === 'retire' &&
        orphans.length === unretired.length &&
        orphans.every((row) => isUntouched(row) && !fileAt.has(row.line.path) && selects(row.line.path));
    return orphans.map((row, nth) => {
        const became = whatBecameOf(row, runbooks);
        return { is: 'orphaned', row, targets: unretired, became, isToRetire: isRetirable && nth === 0 };
    });
}
function whatBecameOf({ line, origin }, runbooks) {
    if (origin === 'gone branch')
        return origin;
    const file = runbooks.fileAt.get(line.path);
    if (file !== undefined)
        return file.kind === 'runbook' ? file : 'skipped';
    return successorOf(line, runbooks) ?? 'removed';
}

;// CONCATENATED MODULE: ./src/sync/inventory.ts



function entriesOf(runbooks, rows) {
    const retitled = new Set([...findRetitled(runbooks, rows).values()].flat());
    const entries = rows.all.map((row) => {
        const { name, line, details } = row;
        // The next sync gives it the title that its runbook has now.
        const state = retitled.has(row) ? 'outdated' : STANDINGS[standingOf(row, runbooks)].state;
        const [runbook] = runbooks.byName.get(foldName(name)) ?? [];
        const file = (state === 'elsewhere' ? line?.address : line?.path) ?? runbook?.path ?? '';
        const labels = Object.entries(details?.labels ?? {}).map(([key, value]) => `${key}=${String(value)}`);
        return {
            name,
            file,
            state,
            trigger: details === undefined ? null : sayTrigger(details),
            labels,
            description: details?.description ?? null
        };
    });
    return entries.sort((one, other) => (one.name + one.file < other.name + other.file ? -1 : 1));
}
/** `smart`, or `alert: DiskFull, DiskSlow`. */
function sayTrigger({ trigger, triggerConfig }) {
    const bound = Object.values(triggerConfig)
        .flat()
        .map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
    return bound.length === 0 ? trigger : `${trigger}: ${bound.join(', ')}`;
}
function inventoryOf(entries) {
    const totals = ENTRY_STATES.map((each) => [each, entries.filter(({ state }) => state === each).length]);
    return { entries: entries.length, ...Object.fromEntries(totals) };
}

;// CONCATENATED MODULE: ./src/sync/decide/decide.ts



/** A decision on each selected file, and on each entry without one. @param merged edits that their runbooks contain by now. */
function decide(runbooks, rows, merged, policy) {
    const { others, shared, named } = runbooks;
    const retitled = findRetitled(runbooks, rows);
    const renamed = new Set([...retitled.values()].flat());
    return [
        ...others.map((file) => {
            if (file.kind === 'skipped')
                return { is: 'skipped', file };
            return { is: 'refused', cause: 'text', file };
        }),
        ...shared.flatMap((group) => refuseGroup(group, runbooks)),
        ...named.map((runbook) => {
            const former = retitled.get(runbook);
            if (former !== undefined) {
                return { is: 'planned', why: 'retitled', runbook, rows: former, targets: former, replaced: [] };
            }
            return decideRunbook(runbook, rows.of(runbook.name), { runbooks, merged, policy });
        }),
        ...[...rows.groups].flatMap((group) => {
            return group.some((row) => renamed.has(row)) ? [] : orphansAmong(group, runbooks, policy.removed);
        })
    ];
}
function refuseGroup(files, runbooks) {
    const changed = files.filter(({ path }) => runbooks.changed?.has(path) === true);
    const group = [...new Set([...changed, ...files])];
    return files.map((runbook) => ({ is: 'refused', cause: 'duplicate', runbook, group, changed }));
}
/** Each trigger with its configuration is an entry of its own: all of them get the text, or none while a person has to decide. */
function decideRunbook(runbook, rows, facts) {
    const { runbooks, policy } = facts;
    if (rows.length === 0)
        return { is: 'planned', why: 'new', runbook, rows, targets: [], replaced: [] };
    const entries = ownEntries(rows).map((copies) => decidingRow(copies, facts));
    const replaces = policy.onConflict === 'replace' || policy.replace.has(runbook.path);
    if (!replaces) {
        for (const { row, verdict } of entries) {
            if (verdict !== 'conflict' && verdict !== 'another source')
                continue;
            return { is: 'refused', cause: verdict, runbook, rows, row };
        }
        if (entries.some(({ verdict }) => verdict === 'kept'))
            return { is: 'kept', runbook, rows };
    }
    const due = entries.filter(({ verdict }) => verdict !== 'unchanged');
    const reasons = due.map(({ verdict }) => {
        return verdict === 'changed' || verdict === 'merged' || verdict === 'unseen' ? verdict : 'replaces';
    });
    const [first] = reasons;
    if (first === undefined)
        return { is: 'unchanged', runbook, rows };
    return {
        is: 'planned',
        why: reasons.includes('replaces') ? 'replaces' : first,
        runbook,
        rows,
        targets: due.map(({ row }) => row),
        replaced: due.flatMap((entry) => replacedBy(entry, runbook, runbooks))
    };
}
/** The entries of a name: a text by hand with a trigger of its own does not count beside one that comes from a file. */
function ownEntries(rows) {
    const entries = entriesAmong(rows);
    if (!rows.some(({ line }) => line !== undefined))
        return entries;
    return entries.filter((copies) => copies.some(({ line, by }) => line !== undefined || by === 'unknown'));
}
/** Of several copies of one entry, a current one decides, because a run cannot remove the others. */
const DECIDING = ['unchanged', 'conflict', 'another source', 'kept'];
function decidingRow(copies, { runbooks, merged }) {
    const judged = copies.flatMap((row) => {
        const verdict = merged.has(row) ? 'merged' : meaningOf(row, runbooks).verdict;
        return verdict === undefined ? [] : [{ row, verdict, copies }];
    });
    const [found = judged[0]] = DECIDING.flatMap((verdict) => judged.filter((one) => one.verdict === verdict));
    if (found === undefined)
        throw new Error('No runbook has the name of these rows.');
    return found;
}
/** The texts of others that are lost if an entry is sent. Without an id, a service may take any copy for it. */
function replacedBy({ row, copies }, runbook, runbooks) {
    const lost = row.details?.id === undefined ? copies : [row];
    return lost.filter((one) => one.digest !== runbook.digest && meaningOf(one, runbooks).mustBeSaved === true);
}

// EXTERNAL MODULE: ./node_modules/diff/libesm/diff/array.js
var array = __webpack_require__(1318);
;// CONCATENATED MODULE: ./src/runbook/edit.ts




/** Changed lines of an edit beyond which texts are not compared: the time grows with the square of their number. */
const edit_MAX_EDIT_LENGTH = 2000;
/**
 * The file as it would be if the person who edited its entry had edited the file: each line that the entry had is the line of
 * the file that it came from, so that links stay relative, and blanks and line ends stay.
 *
 * @param edit the text of the edited entry, without its source line and in normal form.
 * @returns undefined if both differ too much.
 */
function editedFile(file, { above, below, written }, edit) {
    const lines = linesOf(file);
    const bodyAt = lines.length - linesOf(below).length;
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
        if (same !== undefined)
            result.push(lines[same.at] ?? '');
        else
            result.push(asWritten(shown[line.at] ?? '', written) + lineEnd);
    }
    return [...result, ...lines.slice(last.at + 1)].join('');
}
/** A text with the line ends of another one, unless that mixes them, and with one behind its last line. */
function withLineEndsOf(model, text) {
    const lineEnd = lineEndOf(model);
    const isMixed = linesOf(model).some((line) => (LINE_END.exec(line)?.[0] ?? lineEnd) !== lineEnd);
    const lines = isMixed ? text : text.replace(/\r?\n/g, lineEnd);
    return lines.endsWith('\n') ? lines : lines + lineEnd;
}
const LINE_END = /\r\n$|[\r\n]$/;
function lineEndOf(text) {
    return /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n';
}
/** The lines, each with what ends it. A file may mix all kinds of line ends. */
function linesOf(text) {
    return text.split(/(?<=\n)|(?<=\r)(?!\n)/);
}
/** The lines of an entry from its first text to its last, numbered as those of the file, whose body begins at a line. */
function entryLines(above, below, bodyAt) {
    const linesAbove = above === '' ? 0 : linesOf(above).length;
    const lines = textLines(linesOf(composed(above + below)));
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
const edit_ADDRESS = /(\]\(<?|\]:[ \t]*<?|=["'])(https?:[^\s<>()"']+)/g;
/** A line in which the addresses that the conversion made are as the file writes them. */
function asWritten(line, written) {
    return line.replace(edit_ADDRESS, (_, before, address) => before + (written.get(address) ?? address));
}
/** The text that a person wrote, with addresses as they are now: the branch may have another name since. */
function textOfEdit(content, base) {
    const { line, text } = readText(content);
    const path = encodePath(line?.path ?? '');
    if (line === undefined || originOf(line, base) === 'another repository' || !line.address.endsWith(`/${path}`))
        return text;
    const roots = [line.address, fileAddress(line.path, base)].map((address) => address.slice(0, -path.length));
    if (roots[0] === roots[1])
        return text;
    return ['blob', 'raw', 'tree'].reduce((edited, page) => {
        const [from = '', to = ''] = roots.map((root) => {
            // The last one: a repository may be called so.
            const at = root.lastIndexOf('/blob/');
            return at === -1 ? root : `${root.slice(0, at)}/${page}/${root.slice(at + '/blob/'.length)}`;
        });
        return edited.replaceAll(from, to);
    }, text);
}

;// CONCATENATED MODULE: ./src/branch/source.ts



/** Why a path that the patterns select is never read. */
const SKIPPED = {
    symlink: 'it is a symbolic link, which Runbook Sync never follows',
    submodule: 'it is a submodule, whose files are in another repository',
    'not UTF-8': 'its name is not UTF-8',
    'special file': 'it is not a regular file'
};
function selectionOf(listed, matches) {
    const files = listed.filter(({ skip }) => skip === undefined);
    const skipped = listed.flatMap(({ path, skip }) => {
        const isSelected = skip && (matches(path) || (skip === 'submodule' && matches(`${path}/runbook.md`)));
        return isSelected ? { path, reason: SKIPPED[skip] } : [];
    });
    const paths = new Set(files.map(({ path }) => path));
    const submodules = listed.filter(({ skip }) => skip === 'submodule').map(({ path }) => path);
    return {
        files: files.filter(({ path }) => matches(path)),
        skipped,
        paths,
        submodules,
        tree: treeOf(listed, submodules)
    };
}
function treeOf(listed, submodules) {
    const files = new Set(listed.map(({ path }) => path));
    const folders = new Set(['.']);
    for (let folder of files)
        while (!folders.has((folder = external_node_path_.posix.dirname(folder))))
            folders.add(folder);
    folders.delete('.');
    let byFolded;
    const alike = (path) => {
        // Only a dead link asks.
        byFolded ??= Map.groupBy(files, foldPath);
        return byFolded.get(foldPath(path)) ?? [];
    };
    const tree = (path) => {
        if (files.has(path) || submodules.some((submodule) => path.startsWith(`${submodule}/`)))
            return 'file';
        return folders.has(path) ? 'folder' : undefined;
    };
    return Object.assign(tree, { alike });
}
function foldPath(path) {
    return composed(path).toLowerCase();
}
/** The id that Git gives to a file with this content, in the algorithm of a repository whose ids have `length` digits. */
function blobIdOf(bytes, length = 40) {
    return (0,external_node_crypto_.hash)(length === 40 ? 'sha1' : 'sha256', Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]));
}

;// CONCATENATED MODULE: ./src/runbook/front-matter.ts




/** In characters. The YAML parser takes about 0.2 s for hostile input of this length. */
const front_matter_MAX_LENGTH = 16 * 1024;
const NONE = {
    end: 0,
    title: '',
    exclusion: undefined,
    description: '',
    name: '',
    alerts: [],
    reviewBy: undefined,
    mistakes: []
};
const QUOTE = 'Put quotes around a value with special characters: `title: "[P1] Disk: full"`.';
/**
 * Reads the front matter of a text: YAML between a first line `---` and the next line `---`. Uses the fields `title`, `name`,
 * `description`, `alerts`, and those that hide a page or say when to review it, and checks the syntax of the others. Refuses `+++` (TOML) and `---js`,
 * because an entry would begin with their source.
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
    if (yaml.length > front_matter_MAX_LENGTH) {
        return refused(`The front matter is longer than ${front_matter_MAX_LENGTH} characters.`, 'Move text below the second `---`.', 1);
    }
    const fields = parseFields(yaml);
    const hasFields = fields instanceof Map && fields.size > 0;
    // After a blank line it may be prose between two thematic breaks.
    if (!hasFields && /^[ \t]*\r?\n\s*\S/.test(yaml))
        return NONE;
    return fields instanceof Map ? readFields(fields, yaml, end) : fields;
}
/** Keeps all values as text, and applies no tag but `<<`. */
function parseFields(yaml) {
    const { document, error } = readYaml(yaml, front_matter_parse, (result) => result.error === undefined);
    if (error !== undefined) {
        const hint = `${QUOTE} Start all keys in the same column, and close each bracket.`;
        return refused(`The front matter is not valid YAML: ${yamlProblem(error)}.`, hint, lineAt(yaml, error.pos[0]));
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
function front_matter_parse(yaml) {
    const document = (0,yaml_dist/* parseDocument */.Tp)(yaml, { schema: 'failsafe', customTags: ['null'], merge: true, prettyErrors: false });
    return { document, error: document.errors[0] ?? document.warnings[0] };
}
/**
 * Keys that leave a page out, as `draft: true` does: Jekyll and Notion have `published`, Obsidian `publish`, and Gatsby sites
 * `isDraft`. Other tools use these keys, too, so any other value is allowed.
 */
const HIDES = [
    ['runbook', false],
    ['published', false],
    ['publish', false],
    ['isDraft', true]
];
function readFields(fields, yaml, end) {
    const lineOf = (key) => lineAt(yaml, yaml.search(new RegExp(`^${key}[ \\t]*:`, 'm')));
    const title = textUnlessNested(fields.get('title'));
    if (title === undefined)
        return refused('The `title` is not text.', 'Quote it: `title: "…"`.', lineOf('title'));
    const draft = textUnlessNested(fields.get('draft'));
    const isDraft = draft !== '' && toBoolean(draft);
    if (isDraft === undefined) {
        return refused('`draft` is neither true nor false.', 'Write `draft: true`, or remove it.', lineOf('draft'));
    }
    const review = readReview((key) => textUnlessNested(fields.get(key)));
    const hidden = HIDES.find(([key, hides]) => toBoolean(textUnlessNested(fields.get(key))) === hides);
    const description = textUnlessNested(fields.get('description'));
    const alerts = alertsOf(fields.get('alerts'));
    const mistakes = [];
    if (typeof review === 'object')
        mistakes.push(review);
    if (description === undefined)
        mistakes.push({ key: 'description', message: '`description` is not text. Quote it.' });
    if (alerts === undefined)
        mistakes.push({ key: 'alerts', message: '`alerts` is no list of names. Write `[A, B]`.' });
    return {
        end,
        title,
        exclusion: isDraft ? 'draft: true' : hidden?.join(': '),
        description: description ?? '',
        name: textUnlessNested(fields.get('name')) ?? '',
        alerts: alerts ?? [],
        reviewBy: typeof review === 'string' ? review : undefined,
        mistakes: mistakes.map(({ key, message }) => ({ message, line: lineOf(key) }))
    };
}
function alertsOf(value) {
    const texts = [value].flat().map(textUnlessNested);
    if (texts.includes(undefined))
        return undefined;
    return texts.flatMap((text = '') => text.split(',')).flatMap((alert) => collapse(alert) || []);
}
/** Empty for a value that is missing or empty; undefined for a list or a map. */
function textUnlessNested(value) {
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
    const content = text.slice(from).search(/[^ \t\r\n]/);
    return Math.max(from, text.lastIndexOf('\n', content === -1 ? text.length : from + content) + 1);
}

;// CONCATENATED MODULE: ./src/runbook/runbook.ts










/** Reads one file as a runbook. @param tree of the commit, in which its links are resolved. */
function readRunbook({ path, id }, content, options, tree) {
    const text = refusalOfLanguage(path) ?? text_decode(content);
    if (typeof text !== 'string')
        return text;
    // A file on the disk has the id that Git would give it.
    const blob = id === '' && content.kind === 'bytes' ? blobIdOf(content.bytes) : id;
    return convertText({ path, id: blob }, text, options, tree);
}
function convertText({ path, id }, source, options, tree) {
    const frontMatter = readFrontMatter(source);
    if ('kind' in frontMatter)
        return frontMatter;
    const markdown = withoutPastedLine(source.slice(frontMatter.end));
    const document = parseMarkdown(markdown, path);
    const skillName = /^skill$/i.test(stemOf(path)) ? frontMatter.name : '';
    const title = [frontMatter.title, document.title, skillName].find(Boolean);
    const name = nameOf(options, path, title);
    const skipped = { kind: 'skipped', name: typeof name === 'string' ? name : undefined };
    if (frontMatter.exclusion !== undefined)
        return { ...skipped, reason: frontMatter.exclusion };
    if (markdown.trim() === '' || document.isEmpty) {
        // Static site generators need an index page in each folder, often without text.
        if (isIndex(path))
            return { ...skipped, reason: 'index page without text' };
        return { ...skipped, reason: 'without text', hint: 'Write some, or remove the file.' };
    }
    if (typeof name !== 'string')
        return name;
    const firstLine = source.slice(0, source.length - markdown.length).split('\n').length;
    const { destinations, comments, openComment, isTooComplex } = document;
    const isStripped = options.comments === 'strip' && comments.length > 0;
    const shown = isStripped ? withoutComments(markdown, comments) : markdown;
    const linked = makeLinksAbsolute(shown, destinations, { path, firstLine }, options, tree);
    const { dead, written } = linked;
    const below = isStripped ? closeGaps(linked.content) : linked.content;
    const above = options.frontMatter === 'keep' ? source.slice(0, frontMatter.end) : '';
    const blob = blobDigits(id);
    const { alerts, reviewBy, mistakes } = frontMatter;
    const text = textAround({ above, below });
    return {
        kind: 'runbook',
        name,
        isNamedByFile: title === undefined && options.nameTemplate.includes('{title}'),
        text,
        textDigest: textDigestOf(name, text),
        summary: summaryOf(withoutInvisible(frontMatter.description), withoutInvisible(document.paragraph ?? '')),
        isDescribed: frontMatter.description !== '',
        reviewBy,
        blob,
        above,
        below,
        leavesOutComments: isStripped,
        openComment: openComment && markdown.slice(0, openComment).split('\n').length + firstLine - 1,
        hasComments: comments.length > 0 && !isStripped,
        invisibleInName: invisibleIn(title ?? stemOf(path)),
        invisible: linesWithInvisible(below, firstLine),
        alerts,
        mistakes,
        dead,
        written,
        isTooComplex
    };
}

;// CONCATENATED MODULE: ./src/sync/decide/contains-edit.ts


/**
 * True if a runbook has the whole edit of its base: of the lines that the edit removed, none stands in the runbook more often than in
 * the edit, wherever it stands; what it added stands in its place in one piece; and where it removed lines, the runbook has added
 * nothing else, because that may be a removed step in other words. Blank lines, blanks at the ends of lines, and the character of a
 * bullet do not count, because formatters change them; indentation does.
 */
function containsEdit(runbook, base, edit) {
    const [before, after, now] = [base, edit, runbook].map(comparableLines);
    const wanted = changesBetween(before, after);
    const made = changesBetween(before, now);
    if (wanted === undefined || made === undefined)
        return false;
    const removed = wanted.flatMap(({ from, to }) => before.slice(from, to));
    if (hasMoreOf(removed, now, after))
        return false;
    // No two changes of the runbook touch, so an edit lies in one of them at most.
    const places = Map.groupBy(wanted, (one) => made.find(({ from, to }) => from <= one.from && one.to <= to));
    return [...places].every(([place, edits]) => place !== undefined && holds(place, edits));
}
function holds({ added }, edits) {
    let start = 0;
    for (const edit of edits) {
        const found = indexOfPiece(added, edit.added, start);
        if (found === -1)
            return false;
        start = found + edit.added.length;
    }
    const wanted = edits.reduce((sum, edit) => sum + edit.added.length, 0);
    return edits.every(({ from, to }) => from === to) || added.length === wanted;
}
/** True if some of these lines stand in one text more often than in another one, also moved, or with another number or bullet. */
function hasMoreOf(lines, text, other) {
    const [here, there] = [text, other].map((one) => Map.groupBy(one.map(withoutMarker), (line) => line));
    return lines.map(withoutMarker).some((line) => {
        return !isFrame(line) && (here?.get(line)?.length ?? 0) > (there?.get(line)?.length ?? 0);
    });
}
/** A line without its indentation, and the number or bullet of a list. */
function withoutMarker(line) {
    return line.replace(/^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?/, '');
}
/** True for a line that every text has many of: without a letter or digit, a fence, or nothing but a tag, which an address is not. */
function isFrame(line) {
    return (!/[\p{L}\p{N}]/u.test(line) || /^(?:`{3,}|~{3,})/.test(line) || /^<\/?[a-z][\w-]*(?:[ \t/][^<>]*)?>$/i.test(line));
}
function indexOfPiece(lines, piece, start) {
    for (let at = start; at + piece.length <= lines.length; at++) {
        if (piece.every((line, nth) => lines[at + nth] === line))
            return at;
    }
    return -1;
}
function changesBetween(base, text) {
    const [before, after] = [base, text].map((lines) => lines.map((line) => `${line}\n`).join(''));
    const options = { context: 0, maxEditLength: edit_MAX_EDIT_LENGTH };
    const patch = (0,create/* structuredPatch */.YB)('', '', before ?? '', after ?? '', undefined, undefined, options);
    return patch?.hunks.map(({ oldStart, oldLines, lines }) => {
        const added = lines.flatMap((line) => (line.startsWith('+') ? line.slice(1) : []));
        return { from: oldStart - 1, to: oldStart - 1 + oldLines, added };
    });
}
function comparableLines(text) {
    return text.split('\n').flatMap((line) => {
        const written = line.replace(/(?<![ \t\r])[ \t\r]+$/, '').replace(/^([ \t]*)[*+](?=[ \t])/, '$1-');
        return written === '' ? [] : written;
    });
}

;// CONCATENATED MODULE: ./src/sync/decide/merged.ts








/** Edits that are compared at most, because each needs four texts. The others are conflicts. */
const MAX_EDITS = 500;
/** The edits that their runbooks contain by now. */
async function findMerged(branch, runbooks, rows) {
    const merged = new Set();
    const { source, options } = branch;
    const { history } = source;
    if (history === undefined)
        return merged;
    const conflicts = runbooks.named.flatMap((runbook) => {
        const held = rows.of(runbook.name).filter(isHeld);
        return held.flatMap((row) => (standingOf(row, runbooks) === 'edited before' ? { row, runbook } : []));
    });
    const bases = await findBases(history, runbooks, conflicts.slice(0, MAX_EDITS));
    for (const [{ row, runbook }, base] of bases) {
        const read = readRunbook(base, await source.read(base, MAX_BYTES), options, runbook.tree);
        // The text of a runbook of another name is a copy that a person made.
        if (read.kind !== 'runbook' || foldName(read.name) !== foldName(row.name))
            continue;
        const edit = textOfEdit(row.content, options);
        // Somebody has changed nothing but the list of alerts, which is in no file.
        if (edit === read.text)
            continue;
        const now = readText((await branch.texts.takeEntry(runbook)).content).text;
        if (containsEdit(now, read.text, edit))
            merged.add(row);
    }
    return merged;
}
/**
 * The file that each edited entry was made from: in the commit, or in its history. It may have been at the path of the line or
 * of the runbook, which may have been moved since. An edit of which Git has no file is not in the map.
 */
async function findBases(history, { head, fileAt }, edits) {
    const bases = new Map();
    // A note that a runbook is gone was made from no file.
    const wanted = edits.flatMap((edit) => {
        const { line } = edit.row;
        return line?.kind === 'version' ? { edit, blob: line.blob, paths: [line.path, edit.runbook.path] } : [];
    });
    const find = (filesAt) => {
        for (const { edit, blob, paths } of wanted) {
            const base = bases.get(edit) ?? paths.flatMap(filesAt).find(({ id }) => id.startsWith(blob));
            if (base !== undefined)
                bases.set(edit, base);
        }
    };
    find((path) => [fileAt.get(path)].filter((file) => file?.kind === 'runbook'));
    // Most edits are of the current text, and need no history, which a shallow checkout would have to fetch.
    const older = wanted.filter(({ edit }) => !bases.has(edit)).flatMap(({ paths }) => paths);
    if (older.length > 0) {
        const blobs = await history.blobsOf(head, [...new Set(older)]);
        find((path) => (blobs.get(path) ?? []).map((id) => ({ path, id })));
    }
    await history.prefetch(Array.from(bases.values(), ({ id }) => id));
    return bases;
}

;// CONCATENATED MODULE: ./src/branch/selection.ts



const SUBMODULE = 'a submodule, whose files are in another repository: let a workflow there sync them';
/**
 * The files of a commit that the patterns select. Notices name paths that are never read, and patterns that are probably wrong.
 *
 * @throws {ActionError} of kind `input` if nothing is selected: no run may be green while runbooks do not arrive.
 */
async function selectFiles(source, patterns, head) {
    const used = new Set();
    const { files, skipped, paths, submodules, tree } = await source.list(head, (path) => {
        const pattern = patterns.decisive(path);
        if (pattern !== undefined)
            used.add(pattern.line);
        return pattern?.exclude === false;
    });
    const submoduleOf = (line) => submodules.find((submodule) => `${line}/`.startsWith(`${submodule}/`));
    if (files.length === 0) {
        const [submodule] = patterns.lines.flatMap((line) => submoduleOf(line) ?? []);
        const shown = listed(patterns.lines.map((pattern) => quoted(pattern, 80)));
        throw new InputError('files', `matches no file: ${shown}. ${count(paths.size, 'file')} looked at.`, joined([
            submodule !== undefined && `${quoted(submodule)} is ${SUBMODULE}.`,
            ...patterns.lines.map(adviseLines),
            await whereMarkdownIs(source, head),
            'Correct the pattern, or add a runbook: a pattern begins at the repository’s root, upper and lower case differ, `*` ' +
                'stays inside a folder, and `**` does not.'
        ]));
    }
    const notices = [];
    for (const { path, reason } of skipped)
        notices.push({ level: 'warning', path, message: `Skipped: ${reason}.` });
    for (const line of patterns.lines.filter((each) => !used.has(each))) {
        const submodule = submoduleOf(line);
        const why = submodule === undefined
            ? 'no file matches, or a later line decides. Correct or remove it.'
            : `${quoted(submodule)} is ${SUBMODULE}.`;
        const said = `The pattern ${quoted(line, 80)} of \`files\` has no effect: ${why}`;
        notices.push({ level: 'warning', message: joined([said, adviseLines(line)]) });
    }
    return { files, paths, tree, notices };
}
/** Where most of the Markdown is, for a message; empty if none is in a folder. */
async function whereMarkdownIs(source, head) {
    const { files } = await source.list(head, (path) => /^[^.].*\//.test(path) && hasEnding(path, 'files'));
    const folders = Map.groupBy(files, ({ path }) => path.slice(0, path.indexOf('/')));
    const [most] = [...folders].sort(([, a], [, b]) => b.length - a.length);
    if (most === undefined)
        return '';
    const [folder, { length }] = most;
    return `\`${folder}/**\` selects ${count(length, 'Markdown file')}.`;
}

;// CONCATENATED MODULE: ./src/runbook/generators.ts

/** Links, pictures and includes that only the generator of a site resolves; `mark` is in each. */
const generators_FORMS = [
    { form: '[[page]]', mark: '[[', pattern: /\[\[[^\s[\]][^[\]\n]*\]\](?![([:])/g },
    { form: '](ref:page)', mark: '](ref:', pattern: /\]\(ref:/g },
    { form: '{{< ref >}}', mark: '{{', pattern: /\{\{[<%]\s*(?:rel)?ref\s/g },
    { form: '{{< include >}}', mark: '{{', pattern: /\{\{[<%]\s*(?:include|readfile|docs\/shared)\b/g },
    { form: '](/<VERSION>/page)', mark: '<', pattern: /\]\([^()\s<>]*<[A-Z][A-Z_]*>/g },
    { form: ']({{ root }}/page)', mark: '{{', pattern: /\]\(<?\{\{[^<%]/g },
    { form: '{% include %}', mark: '{%', pattern: /\{%-?\s*(?:include|link|post_url)/g },
    { form: '<%= … %>', mark: '<%=', pattern: /<%=/g },
    { form: '{{< figure >}}', mark: '{{', pattern: /\{\{[<%]\s*(?:figure|image|img)\s/g },
    // Of mdBook, MyST, MDX, Mintlify, VitePress, DocFX, docsify, GitLab and two extensions of Python-Markdown.
    { form: '{{#include file}}', mark: '{{#', pattern: /\{\{#(?:\w*include|playground|template)\s/g },
    {
        form: '```{include} file',
        mark: 'include}',
        pattern: /^[-*+\d.) \t>]*(?:`{3,}|~{3,}|:{3,})\{(?:literal)?include\}/gm
    },
    { form: "import … from 'file.mdx'", mark: 'import', pattern: /^import\s[^'"\n]*\sfrom\s+["'][^'"\n]+\.mdx?["']/gm },
    { form: '<Snippet file>', mark: '<Snippet', pattern: /<Snippet\s+file=/g },
    { form: '<!-- @include: file -->', mark: '@include', pattern: /<!--\s*@include:/g },
    { form: '<<< file', mark: '<<<', pattern: /^[ \t]*<<<[ \t]*[@.]+\//gm },
    { form: '[!INCLUDE file]', mark: '[!', pattern: /\[!(?:INCLUDE|code-\w+)[ \t]*\[/gi },
    { form: "](file ':include')", mark: ':include', pattern: /[ \t]["']:include\b/g },
    { form: '::include{file}', mark: '::include', pattern: /^::include\{/gm },
    { form: '{! file !}', mark: '{', pattern: /\{([!*])[ \t]*[\w./][^\n{}]*?\1\}/g },
    { form: '--8<--', mark: '-8<-', pattern: /^[ \t]*-+8<-+[ \t]/gm }
];
/** The forms of parts, outside of code, that only the generator of a site can render: one for each part. */
function generatedParts(markdown) {
    // Most texts have a mark, such as `{`, and no part.
    const forms = generators_FORMS.filter(({ mark, pattern }) => markdown.includes(mark) && markdown.search(pattern) !== -1);
    const text = forms.length === 0 ? '' : withoutCode(markdown);
    return forms.flatMap(({ form, pattern }) => text.match(pattern)?.map(() => form) ?? []);
}
/** One line for all runbooks. @param texts that have such parts. */
function generatorNotices(texts) {
    const parts = texts.flatMap((text) => text.parts);
    if (parts.length === 0)
        return [];
    const byForm = [...Map.groupBy(parts, (form) => form)].sort(([, one], [, other]) => other.length - one.length);
    const forms = byForm.map(([form, found]) => `${found.length} \`${form}\``);
    const paths = texts.map(({ path }) => path);
    const what = `${count(parts.length, 'link or part stays', 'links or parts stay')} as written, because only the generator of a site fills them in`;
    const hint = 'Write relative links, and the text itself, where the assistant needs them.';
    return [{ level: 'notice', message: `${what}: ${joined(forms, ', ')}, in ${listed(paths, 3)}. ${hint}` }];
}
/** Without fenced blocks and code in lines. */
function withoutCode(markdown) {
    let fence = '';
    const lines = markdown.split('\n').map((line) => {
        const mark = /^[ \t>]*(?:[-*+] |\d{1,9}[.)] )?[ \t]*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1] ?? '';
        if (fence === '' && mark === '')
            return line.replace(/`[^`]*`/g, '');
        const isInclude = fence === '' && /\{(?:literal)?include\}/.test(line);
        if (fence === '')
            fence = mark;
        else if (mark.startsWith(fence))
            fence = '';
        return isInclude ? line : '';
    });
    return lines.join('\n');
}

;// CONCATENATED MODULE: ./src/runbook/text-notices.ts

const text_notices_TOO_COMPLEX = 'The Markdown is too long or too deeply nested to parse. Its links stay as they are, and its title is not found. Split the file.';
const OPEN_COMMENT = 'This comment never ends. GitHub hides the rest of the file, and the assistant gets it. Write `-->` behind the comment.';
/** One line for each dead target, and for the pages of a site that begin alike. */
function textNotices(texts) {
    const complex = texts.filter(({ isTooComplex }) => isTooComplex);
    const links = texts.flatMap(({ path, dead }) => dead.map((link) => ({ ...link, file: path })));
    const groups = Map.groupBy(links, ({ path, link }) => {
        return link.startsWith('/') ? `/${path.replace(/(?<=\/).*/, '…')}` : path;
    });
    return [
        ...complex.map(({ path }) => ({ level: 'warning', path, message: text_notices_TOO_COMPLEX })),
        ...texts.flatMap(({ path, openComment: line }) => {
            return line === undefined ? [] : [{ level: 'warning', path, line, message: OPEN_COMMENT }];
        }),
        ...texts.flatMap(invisibleCharacters),
        ...Array.from(groups, ([target, found]) => deadLinks(target, found))
    ];
}
function invisibleCharacters({ path, invisibleInName, invisible }) {
    const inName = `The title has invisible characters (${listed(invisibleInName)}), which the name of the entry leaves out. Remove them from the file.`;
    const notices = invisibleInName.length > 0 ? [{ level: 'notice', path, message: inName }] : [];
    if (invisible === undefined)
        return notices;
    const { characters, first: line, lines } = invisible;
    const where = lines === 1 ? 'This line' : `This line, and ${count(lines - 1, 'more line')},`;
    const inText = `${where} ${lines === 1 ? 'has' : 'have'} invisible characters (${listed(characters)}), which are sent. A command with one fails when somebody copies it. Remove them.`;
    return [...notices, { level: 'notice', path, line, message: inText }];
}
function deadLinks(target, [first, ...others]) {
    const { file: path, line } = first;
    const places = listed(others.map((other) => `${other.file}:${other.line}`));
    const what = others.length === 0
        ? `The link target ${first.path} does not exist`
        : `${count(others.length + 1, 'link')} to ${target} lead to no file of the repository: here, ${places}`;
    const them = others.length === 0 ? 'the link' : 'them';
    const known = first.known === undefined ? '' : ` Did you mean /${first.known}?`;
    const message = first.meant === undefined
        ? `${what}.${known} Correct ${them}, or add the file.`
        : `${what}. ${first.meant} differs only in case. Correct ${them}.`;
    return { level: 'warning', path, line, message };
}

;// CONCATENATED MODULE: ./src/sync/read/file-notices.ts



/** Collects notices about the files that a run is about. It holds none of their texts. */
class FileNotices {
    #concerns;
    #mistakes = [];
    #texts = [];
    #generated = [];
    constructor(concerns) {
        this.#concerns = concerns;
    }
    add(path, read) {
        if (read.kind !== 'runbook')
            return;
        const isConcerned = this.#concerns(path);
        const { mistakes, isTooComplex, openComment, invisibleInName, invisible } = read;
        if (isConcerned) {
            const parts = generatedParts(read.below);
            if (parts.length > 0)
                this.#generated.push({ path, parts });
            for (const mistake of mistakes)
                this.#mistakes.push({ level: 'warning', path, ...mistake });
            this.#texts.push({ path, dead: read.dead, isTooComplex, openComment, invisibleInName, invisible });
            return;
        }
        // A change may remove what another file links to.
        const dead = read.dead.filter(({ link }) => placesOf(link, path).some((to) => this.#concerns(to.path)));
        const none = { isTooComplex: false, openComment: undefined, invisibleInName: [], invisible: undefined };
        this.#texts.push({ path, dead, ...none });
    }
    get all() {
        return [...this.#mistakes, ...generatorNotices(this.#generated), ...textNotices(this.#texts)];
    }
}

;// CONCATENATED MODULE: ./src/sync/read/runbooks.ts







/** True if a runbook has this name, or shares it with others. */
function hasName({ byName }, name) {
    return byName.has(foldName(name));
}
/**
 * Reads and converts every file that the patterns select.
 *
 * @throws {ActionError} of kind `input` if nothing is selected: no run may be green while runbooks do not arrive.
 */
async function readFiles({ source, patterns, options, texts, changedAt }, head) {
    const changed = await changedAt(head, patterns.matches);
    const concerns = (path) => changed?.has(path) ?? true;
    const { files, paths, tree, notices } = await selectFiles(source, patterns, head);
    const fileNotices = new FileNotices(concerns);
    const found = [];
    texts.clear();
    for await (const { file, content } of source.contents(files, MAX_BYTES)) {
        const read = readRunbook(file, content, options, tree);
        fileNotices.add(file.path, read);
        if (read.kind !== 'runbook') {
            found.push({ name: undefined, hint: undefined, line: undefined, ...read, path: file.path });
            continue;
        }
        // The run may send it.
        if (content.kind === 'bytes' && concerns(file.path))
            texts.keep(file, content.bytes, read);
        const { text, above, below, written, dead, ...facts } = read;
        found.push({ ...facts, ...file, tree, name: detached(read.name), summary: detached(read.summary) });
    }
    return {
        ...byName(found),
        head,
        changed,
        concerns,
        selects: patterns.matches,
        tree,
        hasFile: (path) => paths.has(path),
        pathOf: findPath(paths),
        notices: [...notices, ...lostSites(options, tree), ...fileNotices.all]
    };
}
/**
 * The files as the entries that they should be.
 *
 * @param alerts names of alerts that rules give to runbooks, by path; undefined if the run knows no rules.
 */
function runbooksAmong(files, alerts) {
    const complete = Array.from(files.fileAt.values(), (file) => {
        return file.kind === 'runbook' ? runbookOf(file, alerts?.get(file.path)) : file;
    });
    return { ...files, ...byName(complete), knowsRules: alerts !== undefined };
}
/** @param ofRules names of alerts that rules give to the runbook. */
function runbookOf({ summary, ...file }, ofRules = []) {
    const named = file.alerts.filter((name) => !/[*?]/.test(name));
    const names = listableNames([...named, ...ofRules]);
    const list = alertList(names);
    const digest = digestOf(file.textDigest, list);
    return { ...file, digest, alertList: list, description: descriptionOf(summary, names) };
}
/** Links to such a site stay as they are, which nobody would notice. */
function lostSites({ site = [] }, tree) {
    const lost = site.filter(({ folder }) => folder !== '' && tree(folder) !== 'folder');
    return lost.map(({ address, folder }) => {
        const message = `The repository has no folder ${folder}, which \`site\` names for ${address}. Correct it.`;
        return { level: 'warning', message };
    });
}
function findPath(paths) {
    const byForm = new Map();
    // In ASCII each path has only one form.
    for (const path of paths)
        if (Buffer.byteLength(path) !== path.length)
            byForm.set(composed(path), path);
    return (path) => (paths.has(path) ? path : (byForm.get(composed(path)) ?? path));
}
function byName(files) {
    const isRunbook = (file) => file.kind === 'runbook';
    const names = Map.groupBy(files.filter(isRunbook), ({ name }) => foldName(name));
    const named = [...names.values()].filter(({ length }) => length === 1).flat();
    return {
        named,
        shared: [...names.values()].filter(({ length }) => length > 1),
        others: files.filter((file) => file.kind !== 'runbook'),
        fileAt: new Map(files.map((file) => [file.path, file])),
        byName: names,
        byBlob: Map.groupBy(named, ({ blob }) => blob)
    };
}

;// CONCATENATED MODULE: ./src/sync/look.ts






/**
 * Compares runbooks with the list, and decides. The list is read last, because only edits made before it are seen. If the
 * comparison has to fetch history, which may take minutes, it starts again with a new list.
 *
 * @param list undefined for a plan without a token, which only says what could be sent.
 * @throws {ActionError} if the list cannot be read, or is that of several workspaces.
 */
async function lookAt(comparison, list, runbooks) {
    const { history } = comparison.branch.source;
    const fetches = history?.fetches;
    const look = await lookOnce(comparison, list, runbooks);
    return history?.fetches === fetches ? look : lookOnce(comparison, list, runbooks);
}
async function lookOnce({ branch, policy, credentialCheck }, list, runbooks) {
    const readAt = list?.clock() ?? 0;
    const rows = (await list?.read(runbooks)) ?? new Rows([], { areKnown: false });
    requireOneWorkspace(rows, runbooks);
    const merged = await findMerged(branch, runbooks, rows);
    const decisions = decide(runbooks, rows, merged, policy);
    return { runbooks, rows, readAt, decisions: await credentialCheck.refuse(branch.texts, decisions) };
}
/** With two workspaces, an upsert may update the entry that people do not see. */
function requireOneWorkspace(rows, runbooks) {
    const own = rows.all.filter(({ name, origin }) => origin === 'this branch' || hasName(runbooks, name));
    const workspaces = new Set(own.map(({ details }) => details?.workspace ?? null));
    workspaces.delete(null);
    if (workspaces.size < 2)
        return;
    throw new ActionError('stopped', `The list shows entries of ${workspaces.size} workspaces that belong to these runbooks: ${listed([...workspaces].map(String))}.`, 'Use a token of one workspace, and delete in the assistant what should not be in the other one.');
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
;// CONCATENATED MODULE: ./src/branch/disk.ts




/** The files of a folder that is no Git checkout, such as runbooks that an earlier step wrote. */
class DiskFiles {
    history = undefined;
    #folder;
    /** @param folder absolute path without symbolic links. */
    constructor(folder) {
        this.#folder = folder;
    }
    /** @throws {ActionError} of kind `files` for a folder or name that cannot be read. */
    async list(_commit, matches) {
        // Patterns of @actions/glob mean the same as ours; the matcher decides, so that both sources select alike.
        const pattern = `${this.#folder.replace(/[[*?]/g, '[$&]')}/**`;
        const options = { followSymbolicLinks: false, matchDirectories: false, implicitDescendants: false };
        const listed = [];
        try {
            // Most runs have a checkout and need no walk over the disk.
            const { create } = await __webpack_require__.e(/* import() */ 62).then(__webpack_require__.bind(__webpack_require__, 9062));
            for (const file of await (await create(pattern, options)).glob()) {
                const stats = await (0,external_node_fs_promises_.lstat)(file);
                const special = stats.isSymbolicLink() ? 'symlink' : 'special file';
                const path = (0,external_node_path_.relative)(this.#folder, file).split(external_node_path_.sep).join('/');
                listed.push({ path, id: '', skip: stats.isFile() ? undefined : special });
            }
        }
        catch (error) {
            throw unreadableError(`The files in ${this.#folder} cannot be listed`, error);
        }
        return selectionOf(listed.sort((a, b) => (a.path < b.path ? -1 : 1)), matches);
    }
    async *contents(files, limit) {
        for (const file of files)
            yield { file, content: await this.read(file, limit) };
    }
    async [Symbol.asyncDispose]() {
        // Nothing stays open between two calls.
    }
    async read({ path }, limit) {
        const name = (0,external_node_path_.join)(this.#folder, path);
        try {
            const stats = await (0,external_node_fs_promises_.lstat)(name);
            if (!stats.isFile() || (await (0,external_node_fs_promises_.realpath)(name)) !== name)
                throw new Error('it is not a file inside the workspace');
            if (stats.size > limit)
                return { kind: 'too-large' };
            return { kind: 'bytes', bytes: await (0,external_node_fs_promises_.readFile)(name) };
        }
        catch (error) {
            throw unreadableError(`${path} cannot be read`, error);
        }
    }
}
function unreadableError(problem, cause) {
    const hint = 'Let this user read all files, give each a name in UTF-8, and change none while the run is under way.';
    return new ActionError('files', `${problem}: ${messageOf(cause)}.`, hint, { cause });
}

;// CONCATENATED MODULE: ./src/work-tree.ts






/** The files that people see, as they are: with changes that are not committed. */
class WorkTree {
    root;
    #files;
    /** @param root absolute path without symbolic links. */
    constructor(root) {
        this.root = root;
        this.#files = new DiskFiles(root);
    }
    /** A file below the root that no symbolic link leads to, at most `limit` bytes; undefined for anything else. */
    async read(path, limit) {
        try {
            const content = await this.#files.read({ path, id: '' }, limit);
            return content.kind === 'bytes' ? content.bytes : undefined;
        }
        catch (error) {
            if (error instanceof ActionError)
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
            await (0,external_node_fs_promises_.writeFile)(next, bytes, { flag: 'wx' });
            // Whatever the mask of this process is.
            await (0,external_node_fs_promises_.chmod)(next, stats.mode);
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
     * @returns true if the file is there now; false if another one, or a symbolic link, is in its place.
     */
    async create(path, bytes) {
        const file = (0,external_node_path_.join)(this.root, path);
        try {
            if (!(await this.#makeFolder((0,external_node_path_.dirname)(file))))
                return false;
            await (0,external_node_fs_promises_.writeFile)(file, bytes, { flag: 'wx' });
            return true;
        }
        catch (error) {
            if (error.code !== 'EEXIST')
                throw unwritableError(path, error);
        }
        const known = await this.read(path, bytes.length);
        return known?.equals(bytes) === true;
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
    return new ActionError('files', `${path} cannot be written: ${messageOf(cause)}.`, 'Let this user write there.', {
        cause
    });
}

;// CONCATENATED MODULE: ./src/sync/left-over.ts



/** How each file begins that a pull has put beside a runbook. @param name of the runbook's file. */
function openingOf(name) {
    return `<!-- An edit of ${name} in the assistant: `;
}
/** Names a file that an earlier pull has put beside a runbook, if the runbook has each of its lines now. */
async function leftOverNotice(tree, { options }, { path, tree: links }) {
    const beside = `${path}.edited`;
    const edit = await textAt(tree, beside);
    const file = edit === undefined ? undefined : await textAt(tree, path);
    if (edit?.startsWith(openingOf(path.slice(path.lastIndexOf('/') + 1))) !== true || file === undefined)
        return undefined;
    const runbook = convertText({ path, id: '' }, file, options, links);
    if (runbook.kind !== 'runbook')
        return undefined;
    const lines = left_over_linesOf(edit.slice(edit.indexOf('\n')));
    if (!lines.isSubsetOf(left_over_linesOf(runbook.text)))
        return undefined;
    const message = `The runbook has each line of ${beside} now. If it also lacks what the edit has removed: \`rm ${shellQuoted(beside)}\`.`;
    return { level: 'notice', path: beside, message };
}
async function textAt(tree, path) {
    const bytes = await tree.read(path, MAX_BYTES);
    const text = bytes && text_decode({ kind: 'bytes', bytes });
    return typeof text === 'string' ? text : undefined;
}
function left_over_linesOf(text) {
    const lines = text.split('\n').map((line) => line.trim());
    return new Set(lines.filter((line) => line !== ''));
}

;// CONCATENATED MODULE: ./src/sync/pull.ts















/**
 * Brings the edits that the list shows into the files of the work tree, as if their authors had edited these. Nothing is
 * committed or sent.
 *
 * @throws {ActionError} of kind `git` without Git, and of kind `incomplete` if the list shows no texts.
 */
async function pullEdits(pull) {
    const { branch, list, runbooks, paths } = pull;
    const { history } = branch.source;
    if (history === undefined) {
        const hint = 'Put actions/checkout before this step, and install Git on the runner.';
        throw new ActionError('git', 'Bringing edits into files needs Git, and a checkout.', hint);
    }
    const rows = await list.read(runbooks);
    if (rows.areWithoutTexts) {
        const message = 'The list shows no texts, so edits cannot be found.';
        throw new ActionError('incomplete', message, 'Nothing was written. Copy edits from the assistant by hand.');
    }
    const isWanted = (path) => paths.size === 0 || paths.has(path);
    const texts = findTexts(runbooks, rows).filter(({ runbook }) => isWanted(runbook.path));
    const bases = await findBases(history, runbooks, texts);
    const tree = new WorkTree(history.folder);
    const waiting = new Set();
    for (const text of texts) {
        const outcome = await pullText({ ...pull, history, rows, tree }, text, bases.get(text));
        if (outcome === undefined)
            continue;
        pull.pulled(outcome);
        waiting.add(outcome.path);
    }
    for (const runbook of runbooks.named) {
        if (waiting.has(runbook.path) || !isWanted(runbook.path))
            continue;
        const notice = await leftOverNotice(tree, branch, runbook);
        if (notice !== undefined)
            pull.notice(notice);
    }
}
/** Edits, and entries by hand, in the order of the paths of their runbooks. */
function findTexts(runbooks, rows) {
    const { byName, fileAt } = runbooks;
    const found = rows.all.filter(isHeld).flatMap((row) => {
        const { name, by, line, origin } = row;
        // Another step pulls its own edits.
        const isOfStep = standingOf(row, runbooks) === 'another step';
        if (by !== 'person' || isOfStep || !ownEntries(rows.of(name)).some((copies) => copies.includes(row)))
            return [];
        const file = line === undefined || origin === 'another repository' ? undefined : fileAt.get(line.path);
        const own = file?.kind === 'runbook' ? file : undefined;
        // Its title has changed, or somebody has renamed the entry. One of another branch counts if the list has no other entry of it.
        const isOwn = own !== undefined && (origin === 'this branch' || rows.of(own.name).length === 0);
        const candidates = byName.get(foldName(name)) ?? (isOwn ? [own] : []);
        const runbook = candidates.find((one) => one === own) ?? candidates[0];
        if (runbook === undefined || runbook.digest === row.digest || wasSentAs(runbook.name, row))
            return [];
        return [{ row, runbook }];
    });
    return found.sort((one, other) => (one.runbook.path < other.runbook.path ? -1 : 1));
}
/** True if a run has sent the text of an entry under this name: then a person has only renamed it. */
function wasSentAs(name, { line, content }) {
    if (line === undefined)
        return false;
    return line.digest === digestOf(textDigestOf(name, readText(content).text), line.alerts);
}
/** @returns undefined if the file has the edit already. */
async function pullText(merging, text, base) {
    const { token, branch } = merging;
    const { name, content, line, origin } = text.row;
    const { path } = text.runbook;
    if (token?.isIn(name) === true || token?.isIn(content) === true) {
        return notPulled(path, 'The entry holds the access token. Remove it in the assistant, and rotate it.');
    }
    if (origin === 'another repository') {
        const forge = line && forgeOfLine(line, branch.options);
        const place = forge === undefined ? 'another repository' : `this repository, shown by another forge: add \`--forge ${forge}\``;
        return notPulled(path, `The entry “${name}” was edited, and comes from ${place}.`);
    }
    const edit = textOfEdit(content, branch.options);
    const refusal = refusalOf(edit);
    if (refusal !== undefined)
        return notPulled(path, `No file can hold the text of the entry. ${refusal.reason}`);
    try {
        const pulled = await pullIntoFile(merging, text, base, edit);
        return pulled !== undefined && 'why' in pulled ? await writeBeside(merging, path, edit, pulled) : pulled;
    }
    catch (error) {
        // One file that cannot be written does not keep the others.
        if (!(error instanceof ActionError) || error.kind !== 'files')
            throw error;
        return notPulled(path, `${error.message} ${error.hint}`);
    }
}
async function pullIntoFile(merging, { row: { name, line }, runbook }, base, edit) {
    const { path } = runbook;
    const bytes = await merging.tree.read(path, MAX_BYTES);
    const ours = bytes && text_decode({ kind: 'bytes', bytes });
    if (bytes === undefined || typeof ours !== 'string') {
        return { why: 'the work tree has no such file, or no sync could read it' };
    }
    if (line === undefined)
        return { why: 'it was written by hand, and the text it started from is unknown' };
    if (!isIntact(line))
        return notPulled(path, IN_THE_LINE);
    const merged = await mergeEdit(merging, runbook, base, { ours, edit, line });
    if ('why' in merged)
        return merged;
    const hasOwnName = foldName(name) === foldName(runbook.name);
    if (merged.text === ours)
        return edit === merged.before && hasOwnName ? notPulled(path, IN_THE_LINE) : undefined;
    // The entry of its name may have another text.
    if (!hasOwnName && merging.rows.of(runbook.name).length > 0) {
        return { why: 'the entry has another name than its runbook, so delete the entry when you have copied the text' };
    }
    return replaceFile(merging, path, { bytes, ours, text: merged.text });
}
/** Writes a text into a file that has bytes, which are the text `ours`. */
async function replaceFile({ tree, credentialCheck }, path, { bytes, ours, text }) {
    const byteOrderMark = bytes.subarray(0, bytes.length - Buffer.byteLength(ours));
    const next = Buffer.concat([byteOrderMark, Buffer.from(text)]);
    if (!(await tree.replace(path, next, bytes)))
        return notPulled(path, 'The file changed meanwhile. Pull again.');
    const known = new Set(ours.split('\n'));
    const lines = text.split('\n');
    const found = await credentialCheck.findIn(text);
    const credentials = found.filter(({ line }) => !known.has(lines[line - 1] ?? ''));
    return { path, file: path, kind: 'changed', reason: '', credentials };
}
const IN_THE_LINE = 'Somebody has written into the first line of its entry, which no file has. Put the words below that line, or take them out.';
const NO_BASE = 'the text that was edited is not in the history of this clone';
/** The file `ours` with an edit, and the text that the edit was made from. */
async function mergeEdit({ branch: { source, options }, history }, runbook, base, { ours, edit, line }) {
    if (base === undefined) {
        const advice = history.isShallow && 'which is shallow: `git fetch --unshallow`, and pull again';
        return { why: joined([NO_BASE, advice], ', ') };
    }
    const stored = text_decode(await source.read(base, MAX_BYTES));
    if (typeof stored !== 'string')
        return { why: NO_BASE };
    const file = withLineEndsOf(ours, stored);
    const sent = convertText(base, file, options, runbook.tree);
    if (sent.kind !== 'runbook')
        return { why: NO_BASE };
    // Else the file would lose its comments, as if the person had removed them.
    if (sent.hasComments && digestOf(sent.textDigest, line.alerts) !== line.digest && !edit.includes('<!--')) {
        return { why: 'it has no comments, because it was sent with `comments: strip`: pull with the same' };
    }
    if (sent.leavesOutComments)
        return { why: 'the file has comments, which `comments: strip` leaves out of the entry' };
    const edited = editedFile(file, sent, edit);
    if (edited === undefined)
        return { why: 'it changes too many lines to compare them' };
    const merged = await history.merge(withLineEndsOf(ours, ours), file, edited);
    if (merged === undefined)
        return { why: 'the file has changed at the same place since' };
    const text = ours.endsWith('\n') ? merged : merged.replace(/\r?\n$/, '');
    const content = { kind: 'bytes', bytes: Buffer.from(text) };
    const next = readRunbook({ path: runbook.path, id: '' }, content, options, runbook.tree);
    if (next.kind !== 'runbook')
        return { why: `a sync would not send the file: ${asClause(next.reason)}` };
    if (next.name !== runbook.name)
        return { why: 'with this edit the file would have another title' };
    if (containsEdit(next.text, sent.text, edit))
        return { text, before: sent.text };
    // The next sync would refuse the runbook, because it takes the edit for one that is not in the file.
    const sentLines = new Set(next.text.split('\n'));
    const other = edit.split('\n').find((one) => /\p{L}/u.test(one) && !sentLines.has(one));
    return { why: joined(['merged with the file, it would not be sent as it is', other && quoted(other, 80)], ': ') };
}
async function writeBeside({ branch: { patterns }, tree, credentialCheck }, path, edit, { why }) {
    const file = `${path}.edited`;
    if (patterns.matches(file))
        return notPulled(path, `\`files\` would take ${file} for a runbook: exclude it.`);
    const comment = `${why}.`.replace(/\p{C}/gu, '').replaceAll('--', '‑‑');
    const text = `${openingOf(external_node_path_.posix.basename(path))}${comment} -->\n\n${edit}\n`;
    if (!(await tree.create(file, Buffer.from(text)))) {
        return notPulled(path, `${file} has another text already. Move or delete it, and pull again.`);
    }
    return {
        path,
        file,
        kind: 'beside',
        reason: `Not in the file: ${why}.`,
        credentials: await credentialCheck.findIn(text)
    };
}
function notPulled(path, reason) {
    return { path, file: '', kind: 'not pulled', reason };
}

// EXTERNAL MODULE: ./node_modules/p-queue/dist/index.js + 2 modules
var p_queue_dist = __webpack_require__(7814);
;// CONCATENATED MODULE: ./src/knowledge/list.ts

/** Rows of a page to ask for. */
const PAGE_SIZE = 100;
/** Entries of a page after one that was too large: as in the documentation's example. */
const SMALL_PAGE_SIZE = 20;
/** Milliseconds that one reading takes at most: a list that shows something new on every page has no end. */
const MAX_READING = 10 * 60_000;
/** How a service may answer for a page behind the last one; 200 is an answer without entries. */
const BEHIND_THE_END = [200, 400, 404, 416, 422];
/**
 * Reads the list to its end. It begins again once at most, with smaller pages: a service that leaves rows out again has a reason,
 * such as permissions.
 *
 * @param keep makes a row what is needed of it, so that memory does not hold a knowledge base.
 * @throws {ActionError} if the list cannot be read to its end; for a page that cannot be read of the kind of its cause.
 */
async function readList(client, keep) {
    const first = await readPages(client, PAGE_SIZE, keep);
    const smaller = smallerSize(first);
    const last = smaller === undefined ? first : await readPages(client, smaller, keep);
    if (last.failed !== undefined)
        throw listError(last.failed.number, last.failed.answer);
    // What only the first pages have shown is there, too.
    const rows = new Map([...first.rows, ...last.rows]);
    return { rows: [...rows.values()], readOnly: last.keys.size - last.rows.size, total: last.total };
}
/**
 * Reads pages to the end: an empty page, one that shows nothing new, 404 behind the pages that the total promises, or a page that
 * cannot be read after as many rows as the total. The total alone is no end, because it may be wrong, or that of the page.
 */
async function readPages(client, size, keep) {
    const keys = new Set();
    const rows = new Map();
    const lengths = [];
    let total = 0;
    let failed;
    const began = performance.now();
    for await (const { number, answer } of pages(client, size)) {
        if (answer instanceof RequestError) {
            const isWhole = total > 0 && keys.size >= total;
            // Behind a full page, the total may promise more.
            const isShort = (lengths.at(-1) ?? 0) < (lengths[0] ?? 0);
            const isBehind = isShort || (number - 1) * (lengths[0] ?? 0) >= total;
            const { status = 0 } = answer;
            const isEnd = (isWhole && BEHIND_THE_END.includes(status)) || (isBehind && status === 404);
            if (number === 1 || !isEnd)
                failed = { number, answer };
            break;
        }
        if (performance.now() - began > MAX_READING)
            throw endlessListError(number);
        const before = keys.size;
        for (const row of answer.rows) {
            keys.add(row.key);
            if (!row.isReadOnly)
                rows.set(row.key, keep(row));
        }
        total = Math.max(total, answer.total ?? 0);
        if (keys.size === before)
            break;
        lengths.push(answer.rows.length);
    }
    return { keys, rows, total, lengths, failed };
}
/** The size with which to begin again, because a page is too large, or rows may lie between two pages; else undefined. */
function smallerSize({ keys, total, lengths, failed }) {
    if (failed !== undefined)
        return failed.answer.tooLarge ? SMALL_PAGE_SIZE : undefined;
    const [first = 0, ...others] = lengths;
    // The last page may be short, unless the total says that rows are missing.
    const isWhole = keys.size >= total;
    const short = (isWhole ? others.slice(0, -1) : others).find((length) => length < first);
    const smaller = Math.max(short ?? first, SMALL_PAGE_SIZE);
    return smaller < first ? smaller : undefined;
}
/**
 * All pages in their order, without an end. If the first one names a total, as many are requested at a time as the client allows.
 * It also shows how many rows the service gives at most. All others ask for that many, so that no row is missed between pages.
 */
async function* pages(client, asked) {
    const request = async (number, size) => {
        const answer = await client.listPage(number, size).catch((error) => {
            if (error instanceof RequestError && error !== client.endedBy)
                return error;
            throw error;
        });
        return { number, answer };
    };
    const first = await request(1, asked);
    yield first;
    if (first.answer instanceof RequestError)
        return;
    const { rows, total = 0 } = first.answer;
    const size = Math.min(asked, rows.length);
    // Behind the last page is one without rows.
    const last = Math.ceil(total / size) + 1;
    const ahead = [];
    for (let next = 2;;) {
        while (next <= last && ahead.length < client.concurrency) {
            const page = request(next++, size);
            // Nobody waits for it if the list ends before.
            page.catch(() => undefined);
            ahead.push(page);
        }
        yield await (ahead.shift() ?? request(next++, size));
    }
}

;// CONCATENATED MODULE: ./src/sync/read/entry-list.ts







/** Milliseconds before the second reading: readings at once would share one failure. */
const PAUSE = 500;
/** Branches that a run asks for at most. */
const MAX_BRANCHES = 20;
/** Texts that are asked for one after the other: if the service shows none of them, it shows none at all. */
const MAX_TRIES = 3;
/** The list of the knowledge base, as one run reads it again and again. */
class EntryList {
    #client;
    #options;
    /** Branches that were asked for, and whether they are gone. */
    #branches = new Map();
    constructor(client, options) {
        this.#client = client;
        this.#options = options;
    }
    /** Milliseconds, on the client's clock. */
    clock() {
        return this.#client.clock();
    }
    /**
     * Reads the list. A name that one reading lacks is missing only if a second reading lacks it, too: pages may change their order
     * while somebody writes, and an entry that only looks new would be sent over an edit. What the later reading shows counts.
     *
     * @throws {ActionError} if the list cannot be read to its end.
     */
    async read(runbooks) {
        const wanted = namesOf(runbooks.named);
        const lacksSome = (rows) => !wanted.isSubsetOf(namesOf(rows));
        const first = await this.#readOnce(runbooks);
        if (!lacksSome(first.rows))
            return this.#complete(first.rows, runbooks, false);
        await this.#client.pause(PAUSE);
        const second = await this.#readOnce(runbooks);
        const later = namesOf(second.rows);
        // Of an entry that has got another name meanwhile, only the present one counts.
        const ids = new Set(second.rows.map(({ details }) => details?.id));
        const isMissing = ({ name, details }) => !later.has(foldName(name)) && (details?.id === undefined || !ids.has(details.id));
        const rows = [...second.rows, ...first.rows.filter(isMissing)];
        return this.#complete(rows, runbooks, lacksSome(rows) && second.listed > rows.length);
    }
    async #readOnce(runbooks) {
        const list = await readList(this.#client, (entry) => this.#rowOf(entry, runbooks));
        const rows = list.rows.filter(({ name }) => name !== '');
        const nameless = list.rows.length - rows.length;
        return { rows, listed: list.total - list.readOnly - nameless };
    }
    /** A row with the path of its file as the branch has it, and with its text only if a run may show, save or pull it. */
    #rowOf(entry, runbooks) {
        const { line, ...rest } = rowOf(entry, this.#options.base);
        const isHere = rest.origin === 'this branch';
        const row = { ...rest, line: line && isHere ? { ...line, path: runbooks.pathOf(line.path) } : line };
        return needsText(row, runbooks, this.#options.holdsOwnTexts) ? row : { ...row, content: undefined, json: undefined };
    }
    async #complete(listed, runbooks, isIncomplete) {
        const isNamed = ({ name }) => hasName(runbooks, name);
        const textless = listed.filter((row) => row.by === 'unknown' && row.details?.id !== undefined);
        // A runbook that has no entry may have got another title: then its entry is one of the others.
        const isRunbookMissing = !namesOf(runbooks.named).isSubsetOf(namesOf(listed));
        const others = isRunbookMissing ? textless.filter((row) => !isNamed(row)) : [];
        const texts = await this.#textsOf([...textless.filter(isNamed), ...others]);
        const shown = listed.map((row) => {
            const content = texts.get(row);
            return content === undefined ? row : this.#rowOf({ ...row, content }, runbooks);
        });
        const readable = shown.filter((row) => row.by !== 'unknown' && !isUnreadable(row));
        // The list of the specification has no types.
        const typesWithTexts = new Set(readable.map(({ details }) => details?.type));
        const rows = [];
        for (const row of shown) {
            const isGone = row.origin === 'another branch' && !isNamed(row) && (await this.#isOfGoneBranch(row));
            // The list shows texts of this type, but not this one, so it counts as a person's.
            const isHidden = row.by === 'unknown' && typesWithTexts.has(row.details?.type);
            rows.push({ ...row, ...(isGone && { origin: 'gone branch' }), ...(isHidden && { by: 'person' }) });
        }
        const areWithoutTexts = rows.some(isNamed) && rows.every(({ by }) => by === 'unknown');
        return new Rows(rows, { areWithoutTexts, isIncomplete, haveTriggers: this.#client.dialect.hasTriggers });
    }
    /** Asks for texts that the documented list may leave out, and `GET` shows. @returns those that are shown. */
    async #textsOf(rows) {
        const texts = new Map();
        const ask = async (row) => {
            const id = row.details?.id;
            const content = id === undefined ? '' : await this.#client.textOf(id);
            if (content !== '')
                texts.set(row, content);
        };
        for (const row of rows.slice(0, MAX_TRIES))
            await ask(row);
        const queue = new p_queue_dist/* default */.Ay({ concurrency: this.#client.concurrency });
        if (texts.size > 0)
            await queue.addAll(rows.slice(MAX_TRIES).map((row) => async () => ask(row)));
        return texts;
    }
    async #isOfGoneBranch({ line }) {
        const branch = line && branchOf(line, this.#options.base);
        if (branch === undefined)
            return false;
        const known = this.#branches.get(branch);
        if (known !== undefined)
            return known;
        if (this.#branches.size === MAX_BRANCHES)
            return false;
        const isGone = await this.#options.isGone(branch);
        this.#branches.set(branch, isGone);
        return isGone;
    }
}
function needsText(row, runbooks, holdsOwnTexts) {
    if (hasName(runbooks, row.name))
        return holdsOwnTexts || row.by === 'unknown' || meaningOf(row, runbooks).mustBeSaved === true;
    // The title of its runbook may have changed.
    return row.by === 'person' && row.line !== undefined && runbooks.fileAt.has(row.line.path);
}
function namesOf(rows) {
    return new Set(rows.map(({ name }) => foldName(name)));
}

;// CONCATENATED MODULE: ./src/sync/read/texts.ts





/** Bytes of files and texts that are kept. Converting a file again costs more than reading it. */
const MAX_KEPT = 64 * 1024 * 1024;
/** The files and texts of runbooks, which a runbook does not hold: the first ones are kept, and others are read again. */
class TextCache {
    #source;
    #options;
    /** By path: the file, and its text above and below the source line. */
    #kept = new Map();
    #left = MAX_KEPT;
    constructor(source, options) {
        this.#source = source;
        this.#options = options;
    }
    /** Forgets what was kept of another commit. */
    clear() {
        this.#kept.clear();
        this.#left = MAX_KEPT;
    }
    /** Keeps what a run may need again: the file, to search it for credentials, and the text, to send it. */
    keep({ path }, file, { above, below }) {
        const parts = [file, Buffer.from(above), Buffer.from(below)];
        this.#left -= parts.reduce((sum, { length }) => sum + length, 0);
        if (this.#left >= 0)
            this.#kept.set(path, parts.map(ownMemory));
    }
    async file(runbook) {
        const [bytes] = this.#kept.get(runbook.path) ?? [];
        return bytes ? { kind: 'bytes', bytes } : this.#source.read(runbook, MAX_BYTES);
    }
    /**
     * The text that is sent of a runbook.
     *
     * @throws {ActionError} of kind `files` if the file has another name now, or none, as may be on a disk.
     */
    async takeEntry(runbook) {
        const { path, name, blob, alertList, description, reviewBy } = runbook;
        const described = describedDigits(description);
        const facts = { kind: 'version', path, blob, alerts: alertList, described, reviewBy };
        return writeEntry(name, await this.#textOf(runbook), facts, this.#options);
    }
    async #textOf(runbook) {
        const [, above, below] = this.#kept.get(runbook.path) ?? [];
        // After the search for credentials, this is the last use.
        this.#kept.delete(runbook.path);
        if (above !== undefined && below !== undefined)
            return { above: above.toString(), below: below.toString() };
        const content = await this.#source.read(runbook, MAX_BYTES);
        const read = readRunbook(runbook, content, this.#options, runbook.tree);
        if (read.kind === 'runbook' && read.name === runbook.name)
            return read;
        throw new ActionError('files', `${runbook.path} changed while the run was under way.`, 'Start a new run when nothing writes it.');
    }
}
/** Small buffers share slabs, and one of them keeps a whole slab. */
function ownMemory(bytes) {
    const copy = Buffer.allocUnsafeSlow(bytes.length);
    bytes.copy(copy);
    return copy;
}

;// CONCATENATED MODULE: ./src/sync/deliver/sent.ts
function shipmentName(shipment) {
    return shipment.is === 'planned' ? shipment.runbook.name : shipment.row.name;
}
function isSameVersion(one, other) {
    return one.digest === other.digest && one.path === other.path && one.blob === other.blob;
}
/** True if an entry gets the new title of its runbook. */
function isRetitled(shipment) {
    return shipment.is === 'planned' && shipment.why === 'retitled';
}
/** True if a new title has made another entry, because the service renamed none. */
function hasMadeAnother({ shipment, isByName }) {
    return isByName && isRetitled(shipment);
}
/** True if this entry, which has an id, was one of those that got the text. */
function wasSentTo({ shipment }, { details }) {
    return details?.id !== undefined && shipment.targets.some((target) => target.details?.id === details.id);
}
/** True if an upsert has made another entry: the list had its name, and has it more often now. */
function isCopied({ digest, isByName, shipment }, rows) {
    if (!isByName || shipment.is === 'orphaned')
        return false;
    const ids = new Set(shipment.rows.map(({ details }) => details?.id));
    // Somebody may have given the name to another entry meanwhile.
    const isOurs = ({ details, line }) => ids.has(details?.id) || line?.digest === digest;
    const before = Map.groupBy(shipment.rows, ({ name }) => name);
    return [...before].some(([name, { length }]) => {
        return rows.of(name).filter((row) => row.name === name && isOurs(row)).length > length;
    });
}

;// CONCATENATED MODULE: ./src/sync/deliver/arrival.ts




/** @param decision of the look on the runbook that has the name now. */
function arrivalOf(sent, decision, look) {
    if (sent.shipment.is === 'orphaned')
        return arrivalOfNote(sent, look);
    // No runbook has the name any more, or several files have it.
    if (decision === undefined)
        return 'void';
    const { state } = sent;
    if (!isSameVersion(sent, decision.runbook)) {
        // The branch has moved back, and a list that is behind does not show yet what was sent meanwhile.
        return decision.is === 'unchanged' && state.is === 'waiting' ? 'not yet' : 'void';
    }
    const isShown = look.rows.of(sent.name).some((row) => isCurrent(row, sent));
    switch (decision.is) {
        case 'unchanged':
            return 'shown';
        case 'refused':
        case 'kept':
            if ('row' in decision && isUnreadable(decision.row))
                return 'not yet';
            // Somebody has edited another entry of the name.
            return isShown ? 'shown' : 'another text';
        case 'planned': {
            const isAccepted = state.is === 'waiting' || state.is === 'confirmed';
            if (decision.why === 'unseen' && isAccepted)
                return 'shown';
            // The service has not renamed the entry, but made another one, which has the text.
            if (isShown && hasMadeAnother(sent))
                return 'shown';
            // The branch has moved back, somebody else has sent an older text, or has copied the entry meanwhile.
            const isOfOthers = isShown && !decision.targets.some((row) => wasSentTo(sent, row));
            return state.is === 'confirmed' || isOfOthers ? 'void' : 'not yet';
        }
    }
}
/** A note has arrived if all entries of its name have it, so that none of them is an orphan. */
function arrivalOfNote(sent, { rows, decisions, runbooks }) {
    if (hasName(runbooks, sent.name))
        return 'void';
    const named = rows.of(sent.name);
    const isLacking = decisions.some((one) => one.is === 'orphaned' && one.isToRetire && named.includes(one.row));
    if (isLacking)
        return 'not yet';
    if (named.some((row) => isCurrent(row, sent)))
        return 'shown';
    return named.some(({ by }) => by === 'person') ? 'another text' : 'not yet';
}

;// CONCATENATED MODULE: ./src/sync/deliver/delivery-errors.ts


// What is said of entries that were sent, and are not there.
/** The list shows a text that somebody has changed, and has never shown what was sent. */
function overtakenError(name) {
    return new ActionError('entry-rejected', `The list shows another text of “${name}” than was sent: somebody edited it within seconds, or this service changes texts.`, 'Look at the entry in the assistant. The next run treats what it shows as an edit.');
}
/** The list has not shown in time what the service accepted. @param within milliseconds. */
function lateError(name, within) {
    return new ActionError('entry-rejected', `The service accepted “${name}”, but after ${Math.round(within / 1000)} s its list does not show it.`, 'Look at the entry in the assistant. If the list needs longer than that to show what is stored, raise `confirm-within`.');
}
/** An entry that a look has shown is not new when it is missing later: it may hold an edit. */
function missingError(name) {
    return new ActionError('entry-rejected', `The list has shown “${name}” earlier in this run, and does not any more, so it was not sent.`, `Start ${NEW_RUN}.`);
}
/** More of them would make more copies, which no API deletes. */
function copiesError(name) {
    return new ActionError('copies', `The service made a second entry “${name}” instead of updating the first.`, 'Remove the copy in the assistant, and ask the people who run the service how an upsert finds the entry to update. ' +
        'Nothing more was sent.');
}
/** The first sends were late, one after the other. */
function noneShownError(late) {
    return new ActionError('entry-rejected', `${late.length} entries were sent, and the list has shown none of them. ${late.at(-1)?.message ?? ''}`, `${late.at(-1)?.hint ?? ''} Nothing more was sent.`);
}
function rejectedError(errors) {
    const groups = [...Map.groupBy(errors, ({ message }) => message)];
    const said = groups.map(([message, { length }]) => (groups.length === 1 ? message : `${message} (${length} times)`));
    const [first] = errors;
    return new ActionError(first?.kind ?? 'entry-rejected', `The service has accepted none of ${count(errors.length, 'entry', 'entries')} that were sent. ${listed(said, 3)}`, first?.hint ?? '');
}
/** Nothing was stored or shown for ten minutes, and nothing is waited for. */
function standstillError() {
    return new ActionError('out-of-time', 'The service has stored nothing for ten minutes.', `When the assistant works again, start ${NEW_RUN}.`);
}

;// CONCATENATED MODULE: ./src/sync/deliver/ledger.ts






/** Milliseconds in which something without an answer is sent again. */
const RETRY_WITHIN = 60_000;
/** Everything that a run has sent, by name. The decisions of the next look settle what has arrived. */
class Ledger {
    #confirmWithin;
    #byName = new Map();
    /** Names of runbooks that a look has shown. */
    #shown = new Set();
    /** Those that the last look lacks, with the time of the first look that lacked them. */
    #missing = new Map();
    #readAt = 0;
    #hasStored = false;
    /** @param confirmWithin milliseconds in which the list must show what was sent. */
    constructor(confirmWithin) {
        this.#confirmWithin = confirmWithin;
    }
    get all() {
        return [...this.#byName.values()];
    }
    of(name) {
        return this.#byName.get(foldName(name));
    }
    /** The errors of all that has failed for this cause. */
    errors(why) {
        return this.all.flatMap(({ state }) => (state.is === 'failed' && state.why === why ? state.error : []));
    }
    set(sent) {
        this.#byName.set(foldName(sent.name), sent);
    }
    /** Puts back the earlier state of a name, after a send that did not arrive. */
    restore(name, known) {
        if (known === undefined)
            this.#byName.delete(foldName(name));
        else
            this.set(known);
    }
    /** True if the list has shown that the service stores what it is sent. */
    get hasStored() {
        return this.#hasStored;
    }
    /** All that the service has accepted, and the list does not show yet. */
    get waiting() {
        return this.all.filter(({ state }) => state.is === 'waiting');
    }
    /** True if the run has to look again, even if nothing is due. */
    get isWaiting() {
        return this.waiting.length > 0 || [...this.#missing.values()].some((since) => !this.#isOver(since));
    }
    /** The first send without an answer; undefined if all got one. */
    get unanswered() {
        return this.all.map(({ state }) => state).find((state) => state.is === 'unanswered');
    }
    /** True if nothing was sent under the name, or it got no answer. A missing entry may be one that somebody has edited. */
    maySend(name) {
        return (this.of(name)?.state.is ?? 'unanswered') === 'unanswered' && !this.#missing.has(foldName(name));
    }
    /** Why a missing name has failed; undefined while looks may still show it. */
    missingError(name) {
        const since = this.#missing.get(foldName(name));
        return since !== undefined && this.#isOver(since) ? missingError(name) : undefined;
    }
    /**
     * Brings everything up to date with a look.
     *
     * @throws {ActionError} if it shows that the service makes copies.
     */
    settle(look) {
        const { decisions, rows, runbooks, readAt } = look;
        this.#readAt = readAt;
        const decided = new Map(decisions.flatMap((one) => ('rows' in one ? [[foldName(one.runbook.name), one]] : [])));
        for (const [name, sent] of this.#byName) {
            const state = this.#stateAfter(sent, arrivalOf(sent, decided.get(name), look), look);
            if (state === undefined)
                this.#byName.delete(name);
            else
                this.set({ ...sent, state });
            if (state?.is === 'confirmed' && sent.state.is !== 'confirmed')
                this.#release(sent.shipment);
        }
        const missing = [...decided].filter(([name, one]) => one.is === 'planned' && one.why === 'new' && this.#shown.has(name));
        this.#missing = new Map(missing.map(([name]) => [name, this.#missing.get(name) ?? readAt]));
        for (const { name } of rows.all)
            if (hasName(runbooks, name))
                this.#shown.add(foldName(name));
        this.#hasStored ||= this.errors('overtaken').length > 0 || this.all.some(({ state }) => state.is === 'confirmed');
        const copied = this.all.find((sent) => isCopied(sent, rows));
        if (copied !== undefined)
            throw copiesError(copied.name);
    }
    /** The state of a send after a look; undefined if it does not count any more. */
    #stateAfter(sent, arrival, { readAt }) {
        const { name, state } = sent;
        if (arrival === 'void')
            return undefined;
        if (arrival === 'shown')
            return { is: 'confirmed' };
        if (state.is === 'confirmed' || state.is === 'failed')
            return state;
        if (arrival === 'another text')
            return { is: 'failed', why: 'overtaken', error: overtakenError(name) };
        if (state.is === 'waiting') {
            if (!this.#isOver(state.since))
                return state;
            return { is: 'failed', why: 'late', error: lateError(name, this.#confirmWithin) };
        }
        // It is tried again at least once after a list that could be read.
        const { tries, since } = state;
        if (tries <= 1 || readAt - since < RETRY_WITHIN)
            return state;
        return { is: 'failed', why: 'no answer', error: triedError(state.error, tries, readAt - since) };
    }
    /** True if `confirm-within` is over since then. */
    #isOver(since) {
        return this.#readAt - since >= this.#confirmWithin;
    }
    /** Other runbooks may get the former name of an entry that has got a new one. */
    #release(shipment) {
        if (!isRetitled(shipment))
            return;
        for (const { name } of shipment.targets)
            this.#shown.delete(foldName(name));
    }
}

;// CONCATENATED MODULE: ./src/sync/deliver/pace.ts

/** Milliseconds before the next look: the first after a send, then one for each look that still waits. */
const PAUSES = [100, 500, 1000, 2000, 4000, 8000, 16_000];
const LONGEST_PAUSE = 30_000;
/** Milliseconds in which nothing is stored or shown, and nothing is waited for. */
const MAX_STANDSTILL = 10 * 60_000;
/** When a run looks again, and when it gives up. */
class Pace {
    #looksSinceSend = 0;
    /** Since when nothing is stored or shown, on the clock of the machine: pauses count. */
    #idleSince;
    /**
     * Waits for as long as the next look should wait.
     *
     * @param due how many were due, and `sent`, how many of them went.
     * @throws {ActionError} if the run stands still.
     */
    async wait(client, ledger, { due, sent }) {
        const now = performance.now();
        const isIdle = due > 0 && !ledger.isWaiting;
        this.#idleSince = isIdle ? (this.#idleSince ?? now) : undefined;
        if (this.#idleSince !== undefined && now - this.#idleSince > MAX_STANDSTILL)
            throw standstillError();
        this.#looksSinceSend = sent > 0 ? 0 : this.#looksSinceSend + 1;
        // With jitter, because other runs may have met the same failure.
        const { tries = 0, error } = ledger.unanswered ?? {};
        if (tries > 0)
            await client.pause(pauseAfter(tries) * (0.5 + Math.random() / 2), error?.message);
        else if (ledger.isWaiting)
            await client.pause(pauseAfter(this.#looksSinceSend));
    }
}
function pauseAfter(nth) {
    return PAUSES[nth] ?? LONGEST_PAUSE;
}

;// CONCATENATED MODULE: ./src/sync/deliver/rounds.ts



/** If there are more sends than these, the first one goes alone. */
const FEW = 3;
/** Entries that go alone, one after the other, before the run ends. */
const MAX_ALONE = 3;
/** Shipments that a look plans, and that this run has not sent yet, or without an answer. */
function dueOf({ decisions }, ledger) {
    const planned = decisions.filter((decision) => decision.is === 'planned');
    if (planned.length > 0) {
        return planned.filter(({ runbook: { name }, targets }) => {
            return ledger.maySend(name) && !targets.some((row) => isRenaming(row, name, ledger));
        });
    }
    // A note cannot be taken back, so it comes after everything else.
    const isQuiet = ledger.all.every(({ shipment, state }) => shipment.is === 'orphaned' || state.is === 'confirmed');
    if (!isQuiet || decisions.some(({ is }) => is === 'refused'))
        return [];
    const orphans = decisions.filter((decision) => decision.is === 'orphaned');
    return orphans.filter(({ row, isToRetire }) => isToRetire && ledger.maySend(row.name));
}
/** True if the entry gets another name just now: a list that is behind shows it under the one that it had before. */
function isRenaming(row, name, ledger) {
    return ledger.waiting.some((sent) => foldName(sent.name) !== foldName(name) && wasSentTo(sent, row));
}
/**
 * @throws {ActionError} if three went alone, and the list has shown none of them in time. Also if more than three were sent, and all
 * were rejected.
 */
function requireProgress(due, ledger) {
    const unstored = [...ledger.errors('rejected'), ...ledger.errors('no answer')];
    if (due.length === 0 && unstored.length > FEW && unstored.length === ledger.all.length)
        throw rejectedError(unstored);
    const late = ledger.errors('late');
    if (due.length > 0 && !ledger.hasStored && late.length >= MAX_ALONE)
        throw noneShownError(late);
}
/**
 * The round that goes next. A service that makes copies would make one of each entry, and no API deletes: so, of many, one goes
 * first, and the others when the list has shown it.
 */
function nextRound(due, ledger) {
    const { hasStored, waiting } = ledger;
    const areFew = due.length + waiting.length + ledger.errors('late').length <= FEW;
    if (hasStored || areFew)
        return { shipments: due, isOneByOne: false };
    // The one that went first is not shown yet.
    if (waiting.length > 0)
        return { shipments: [], isOneByOne: false };
    // An update shows whether the service makes copies.
    const updates = due.filter(({ targets }) => targets.length > 0);
    return { shipments: [...new Set([...updates, ...due])], isOneByOne: true };
}

;// CONCATENATED MODULE: ./src/runbook/note.ts


/**
 * The entry of a runbook that is gone: a note in place of its text, because the API cannot delete. Paths and names stand in
 * code spans, in which nothing is markup.
 */
function retirementNote({ name, path, blob, successor }, base) {
    const { repository, ref } = base;
    const instead = successor === undefined
        ? `Look in \`${repository}\` for what replaces it.`
        : `Use ${codeSpan(successor.name)} instead (\`${repository}\`, ${codeSpan(successor.path)}).`;
    const below = `**${RETIRED}**\n\n` +
        `Its runbook ${codeSpan(path)} is not on the branch ${codeSpan(ref)} of \`${repository}\` any more. ${instead}`;
    const facts = {
        kind: 'retired',
        path,
        blob,
        alerts: '',
        described: describedDigits(RETIRED),
        reviewBy: undefined
    };
    return writeEntry(name, { above: '', below }, facts, base);
}
/** A code span for any text: its fence is longer than every run of backticks in it (CommonMark 0.31, 6.1). */
function codeSpan(text) {
    const line = text.replace(/\s+/g, ' ');
    const longest = (line.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0);
    const fence = '`'.repeat(longest + 1);
    return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

;// CONCATENATED MODULE: ./src/sync/deliver/send.ts







/** Milliseconds that one round sends: then the run looks again, so that it sees what people edit meanwhile. */
const MAX_SENDING = 30_000;
/** Entries in a row without an answer after which a round ends, so that a failing service gets no storm. */
const MAX_UNANSWERED = 8;
/**
 * Sends entries, many at a time, until all are sent, the service asks for a pause or fails, or this takes too long. What is not
 * sent is due again. The failure of one entry is its state.
 *
 * @returns how many were sent.
 * @throws {ActionError} what ends the run.
 */
async function send(sending, { shipments, isOneByOne }, ledger) {
    const { client, listener } = sending;
    if (shipments.length === 0)
        return 0;
    listener.sending(shipments.length);
    const until = performance.now() + MAX_SENDING;
    const queue = new p_queue_dist/* default */.Ay({ concurrency: isOneByOne ? 1 : client.concurrency });
    const thrown = [];
    let [sent, unanswered] = [0, 0];
    for (const shipment of shipments) {
        void queue.add(async () => {
            try {
                if (performance.now() > until || client.isPaused) {
                    queue.clear();
                    return;
                }
                const state = await sendOne(sending, shipment, ledger);
                if (state !== undefined)
                    sent++;
                unanswered = state?.is === 'unanswered' ? unanswered + 1 : 0;
                if ((isOneByOne && state?.is !== 'failed') || unanswered === MAX_UNANSWERED)
                    queue.clear();
            }
            catch (error) {
                thrown.push(error);
                queue.clear();
            }
        });
    }
    // Requests that were sent are waited for, also after an error.
    await queue.onIdle();
    if (thrown.length > 0)
        throw thrown[0];
    return sent;
}
/** @returns what became of it; undefined if the service has only asked to wait. */
async function sendOne(sending, shipment, ledger) {
    const { client, listener } = sending;
    const text = await send_textOf(sending, shipment);
    await saveReplaced(sending, shipment);
    const { digest, path, blob, content } = text;
    const name = shipmentName(shipment);
    const known = ledger.of(name);
    const since = client.clock();
    const attempt = { digest, path, blob, name, shipment, size: Buffer.byteLength(content) };
    // If the run is cancelled meanwhile, the service may have stored it.
    ledger.set({ ...attempt, isByName: false, state: { is: 'waiting', since } });
    let isByName = false;
    const trying = (how) => {
        isByName ||= how === 'by name';
    };
    const failure = await write(client, shipment, text, trying).catch((error) => {
        if (client.endedBy?.kind !== 'cancelled')
            ledger.restore(name, known);
        throw error;
    });
    const before = known?.state.is === 'unanswered' ? known.state : { since, tries: 0 };
    const state = stateAfter(failure, before, client);
    if (state === undefined) {
        ledger.restore(name, known);
        return undefined;
    }
    const sent = { ...attempt, isByName, state };
    ledger.set(sent);
    listener.tried(sent);
    return state;
}
/** Stores a text in each of the entries, or in a new one. @returns why the service has not accepted one. @throws what ends the run. */
async function write(client, shipment, text, trying) {
    const { targets } = shipment;
    try {
        for (const listed of targets.length > 0 ? targets : [undefined]) {
            const description = descriptionFor(listed, text);
            await client.write({ name: shipmentName(shipment), content: text.content, description, listed }, trying);
        }
        return undefined;
    }
    catch (error) {
        if (error === client.endedBy || !(error instanceof RequestError))
            throw error;
        return error;
    }
}
/** @param before since when, and how often, it got no answer. */
function stateAfter(error, before, client) {
    if (error === undefined)
        return { is: 'waiting', since: client.clock() };
    if (!error.retryable)
        return { is: 'failed', why: 'rejected', error };
    return client.isPaused ? undefined : { is: 'unanswered', since: before.since, tries: before.tries + 1, error };
}
async function saveReplaced({ saved, listener, credentialCheck }, shipment) {
    if (shipment.is !== 'planned')
        return;
    const { replaced, targets, runbook } = shipment;
    const keep = async (of, text) => {
        const kept = await saved.save(runbook.path, text, of);
        if (kept !== undefined)
            listener.textSaved({ ...kept, hasCredential: await credentialCheck.isInAny(kept.content) });
    };
    for (const row of replaced)
        await keep('text', row);
    for (const row of runbook.isDescribed ? targets : []) {
        const content = personalDescription(row);
        if (content !== undefined && content !== runbook.description) {
            await keep('description', { name: row.name, content, json: undefined });
        }
    }
}
/** The description that a request names; undefined if the entry keeps its own. */
function descriptionFor(row, text) {
    const { description } = text;
    if (row === undefined)
        return description === '' ? undefined : description;
    const listed = row.details?.description;
    return listed === undefined || keepsDescription(row, text) || (listed ?? '') === description ? undefined : description;
}
async function send_textOf({ branch }, shipment) {
    if (shipment.is === 'planned') {
        const { path, blob, description, isDescribed } = shipment.runbook;
        return { path, blob, ...(await branch.texts.takeEntry(shipment.runbook)), description, isDescribed };
    }
    const { name, line } = shipment.row;
    const { path, blob } = line;
    const note = retirementNote({ name, path, blob, successor: successorIn(shipment) }, branch.options);
    return { path, blob, ...note, description: RETIRED, isDescribed: false };
}

;// CONCATENATED MODULE: ./src/sync/sync.ts






/**
 * Makes the knowledge base equal to the head of the branch: look, compare, act, and look again, until a look shows that nothing
 * is left to do.
 *
 * @returns the last look.
 * @throws {ActionError} what ends the run early.
 */
async function syncBranch(sync) {
    const { branch, list, client, findHead, runbooksAt, listener } = sync;
    const ledger = new Ledger(sync.confirmWithin);
    const pace = new Pace();
    let runbooks;
    for (;;) {
        const head = await findHead();
        // A commit is read once; what is on a disk may change.
        if (runbooks?.head !== head || branch.source.history === undefined)
            runbooks = await runbooksAt(head);
        const look = await lookAt(sync, list, runbooks);
        listener.looked(look, ledger);
        ledger.settle(look);
        const due = dueOf(look, ledger);
        requireProgress(due, ledger);
        if (due.length === 0 && !ledger.isWaiting && (await findHead()) === head)
            return look;
        const round = nextRound(due, ledger);
        if (round.shipments.length > 0)
            await requireAgreement(sync, look, ledger);
        const sent = await send(sync, round, ledger);
        await pace.wait(client, ledger, { due: due.length, sent });
    }
}
/** @throws {ActionError} of kind `stopped` before something that no API can undo. */
async function requireAgreement(sync, look, ledger) {
    const isBegun = ledger.all.length > 0;
    if (!isBegun && isFirstSync(look) && !(await sync.mayBeFirst()))
        throw firstSyncError(sync.branch.options);
    const reason = reasonToStop(look, isBegun ? 'Nothing more was sent' : 'Nothing was sent', sync);
    if (reason !== undefined)
        throw reason;
}

;// CONCATENATED MODULE: ./src/run.ts



















/** Opens the client, and tells the journal its address. Undefined without token or address. */
function openClient({ token, baseUrl }, journal, { resources, signal, trace }) {
    if (token === undefined || baseUrl === undefined)
        return undefined;
    journal.record({ assistant: baseUrl });
    return resources.use(new KnowledgeClient({ token, baseUrl, signal, trace, onProgress: journal.progress }));
}
/** A run about one branch, for both front ends. It writes its findings into the journal. */
class Run {
    branch;
    #inputs;
    #place;
    #journal;
    #comparison;
    #alerts;
    constructor(inputs, place, journal) {
        const { files, nameTemplate, frontMatter, comments, site, onConflict, removed } = inputs;
        const { source, base, changedAt, replace } = place;
        const options = { ...base, site, nameTemplate, frontMatter, comments };
        this.#alerts = new BranchAlerts({ source, options }, inputs);
        this.branch = {
            source,
            patterns: new Patterns(files),
            options,
            texts: new TextCache(source, options),
            changedAt
        };
        this.#inputs = inputs;
        this.#place = place;
        this.#journal = journal;
        const policy = { onConflict, removed, replace };
        this.#comparison = { branch: this.branch, policy, credentialCheck: new CredentialCheck(inputs) };
    }
    /** Says what a sync of a commit would do. Without a client, nothing is compared. */
    async plan(head, client) {
        const missing = missingAccess(this.#inputs);
        if (missing !== undefined)
            this.#journal.notice({ level: 'notice', message: missing });
        const runbooks = await this.runbooksAt(head);
        const look = await lookAt(this.#comparison, client && this.#listOf(client), runbooks);
        this.#journal.looked(look);
        await this.#noteTexts();
        const reason = reasonToStop(look, 'A sync would send nothing', {
            keepsTexts: this.#place.keepsTexts,
            isAgreed: false
        });
        if (reason !== undefined)
            throw reason;
        // A plan is about what a change brings in.
        await this.#noteAlerts(look, this.branch.changedAt);
    }
    /** Makes the knowledge base equal to the head of the branch. */
    async deliver({ savedIn, replacer, ...delivery }) {
        const { token, confirmWithin } = this.#inputs;
        const sync = {
            ...this.#comparison,
            ...delivery,
            list: this.#listOf(delivery.client),
            runbooksAt: (head) => this.runbooksAt(head),
            listener: this.#journal,
            saved: new SavedTexts(savedIn, (text) => token?.redact(text) ?? text, replacer),
            confirmWithin,
            keepsTexts: this.#place.keepsTexts
        };
        try {
            const look = await syncBranch(sync);
            // A sync is never red because of them: the runbooks have arrived.
            await this.#noteAlerts(look).catch(this.#warn('Alerts were not looked at.'));
        }
        finally {
            await this.#noteTexts();
        }
    }
    /** Brings the edits of the assistant into the work tree of a commit. @param paths of runbooks; none: all. */
    async pull(head, client, paths = new Set()) {
        await pullEdits({
            ...this.#comparison,
            list: this.#listOf(client),
            token: this.#inputs.token,
            runbooks: await this.runbooksAt(head),
            paths,
            notice: this.#journal.notice,
            pulled: this.#journal.pulled
        });
    }
    async list(head, client) {
        const runbooks = await this.runbooksAt(head);
        const rows = await this.#listOf(client).read(runbooks);
        const others = rows.all.filter(({ origin }) => origin === 'another repository');
        const forges = others.map(({ line }) => line && forgeOfLine(line, this.branch.options));
        for (const forge of new Set(forges)) {
            if (forge === undefined)
                continue;
            const message = `Some entries link to this repository on another forge, and are listed as \`elsewhere\`. Add \`--forge ${forge}\`.`;
            this.#journal.notice({ level: 'notice', message });
        }
        return entriesOf(runbooks, rows);
    }
    /**
     * Says which alerts have a runbook of a commit.
     *
     * @param files with alerting rules; by default what the input `alerts` selects.
     * @throws {ActionError} of kind `incomplete` if there is no such file.
     */
    async alerts(head, client, files) {
        const runbooks = await this.runbooksAt(head);
        const warn = this.#warn('What people have bound to an alert in the assistant is not known.');
        const listed = await (client && this.#listOf(client).read(runbooks))?.catch(warn);
        const table = await (files === undefined ? this.#alerts.tableOf(runbooks) : this.#alerts.judge(runbooks, files));
        if (table === undefined || table.fileCount === 0)
            throw noRulesError(files === undefined ? this.#inputs.alerts : []);
        this.#journal.record({ alerts: alertFindings(table, listed?.all ?? [], 'all') });
    }
    /** Makes a warning of an error. @param what begins it. */
    #warn(what = '') {
        return (error) => {
            const { message, hint } = asActionError(error);
            this.#journal.notice({ level: 'warning', message: joined([what, message, hint]) });
        };
    }
    #listOf(client) {
        const { isGone, shows } = this.#place;
        return new EntryList(client, { base: this.branch.options, isGone, holdsOwnTexts: shows === 'all' });
    }
    /** Notes the credentials that are sent, and the differences that the last look saw. */
    async #noteTexts() {
        const { look } = this.#journal;
        for (const warning of this.#comparison.credentialCheck.warnings)
            this.#journal.notice(warning);
        const { shows } = this.#place;
        if (shows === 'none' || look?.rows.areKnown !== true)
            return;
        // It is no part of the work, so a failure is not the run's.
        const differences = await differencesIn(look, this.branch, this.#comparison.credentialCheck, shows === 'all').catch(() => undefined);
        if (differences !== undefined)
            this.#journal.record({ differences });
    }
    /** Says which alerts have a runbook, if the input `alerts` is set. @param changedAt gives the paths that a pull request changes. */
    async #noteAlerts({ runbooks, rows }, changedAt) {
        const found = await this.#alerts.tableOf(runbooks);
        if (found === undefined)
            return;
        if (found.fileCount === 0)
            this.#warn()(noRulesError(this.#inputs.alerts));
        const changed = await changedAt?.(runbooks.head, () => true);
        this.#journal.record({ alerts: alertFindings(found, rows.all, changed) });
    }
    /** Every selected file of a commit as the entry that it should be. */
    async runbooksAt(head) {
        const files = await readFiles(this.branch, head);
        return runbooksAmong(files, await this.#alertNames(files));
    }
    /**
     * The names of alerts that rules give to runbooks, by path; undefined if the run knows no rules. The assistant shows them to
     * everybody, so none may be a credential.
     */
    async #alertNames(files) {
        const byPath = await this.#alerts.namesByPath(files);
        if (byPath === undefined)
            return undefined;
        const { credentialCheck } = this.#comparison;
        const fit = new Map();
        for (const [path, names] of byPath) {
            const isSecret = await credentialCheck.isInAny(names.join('\n'));
            if (isSecret) {
                const message = 'The name of an alert of this runbook has a credential, so its entry names no alerts of rules.';
                this.#journal.notice({ level: 'warning', path, message });
            }
            else
                fit.set(path, names);
        }
        return fit;
    }
}

;// CONCATENATED MODULE: ./src/action.ts





/** The circumstances of a run that its job, inputs and task settle. */
function frameOf(job, inputs, task) {
    return {
        mode: task.kind === 'nothing' ? 'sync' : task.kind,
        repository: job.repository,
        serverUrl: job.serverUrl,
        showsTexts: job.isPrivate,
        hidesCredentials: inputs.secrets !== 'send',
        workflow: job.workflow,
        workflowUrl: job.workflow === '' ? '' : `${job.serverUrl}/${job.repository}/blob/${job.sha}/.github/workflows/${job.workflow}`,
        runId: job.runId,
        keepsTexts: job.isPrivate,
        tokenExpiresOn: inputs.tokenExpiresOn
    };
}
/**
 * @param client undefined without token or address.
 * @throws {ActionError} if the task cannot do without; only a plan can.
 */
function withClient(task, client, inputs) {
    if (task.kind === 'plan')
        return { ...task, client };
    if (client === undefined)
        throw emptyInputError(inputs);
    return { ...task, client };
}
async function perform(setup, task) {
    const { job } = setup;
    if (task.kind === 'plan')
        return plan(setup, task);
    if (task.kind === 'pull')
        return openRun(setup, task.ref, undefined).pull(job.sha, task.client);
    return openRun(setup, task.ref, task.since).deliver({
        client: task.client,
        findHead: headFinder(setup, task),
        isAgreed: task.isByHand,
        mayBeFirst: async () => task.mayBeFirst || (await changesWorkflow(setup)),
        savedIn: job.temp,
        replacer: `run ${job.runNumber} (${job.serverUrl}/${job.repository}/actions/runs/${job.runId})`
    });
}
/** True if the push of a job has changed the file of its workflow, as people do who set it up. */
async function changesWorkflow({ job, source: { history } }) {
    const { trigger, sha, workflow } = job;
    if (trigger.kind !== 'push' || trigger.before === undefined || workflow === '')
        return false;
    const own = `.github/workflows/${workflow}`;
    const changed = await history?.differences(trigger.before, sha, (path) => path === own);
    return changed?.has(own) ?? false;
}
/** Plans what the job runs on: a commit, or the merge commit of a pull request. */
async function plan(setup, task) {
    const { job, source, journal } = setup;
    if (task.notice !== undefined)
        journal.notice({ level: 'notice', message: task.notice });
    const commits = await plannedCommits(source, job.sha, task.proposal);
    if (commits === undefined) {
        journal.record({ nothing: 'GitHub has no merge commit of this pull request, which may have conflicts.' });
        return;
    }
    await openRun(setup, task.ref, commits.parent).plan(commits.tip, task.client);
}
/**
 * @param ref the branch or tag, in full.
 * @param since the commit whose later changes the run is about; undefined if it is about everything.
 */
function openRun({ job, inputs, source, github, journal }, ref, since) {
    const { repository, serverUrl, isPrivate } = job;
    const place = {
        source,
        base: { repository, serverUrl, ref: shortRef(ref) },
        changedAt: async (head, matches) => {
            return since === undefined ? undefined : source.history?.differences(since, head, matches);
        },
        isGone: async (name) => github.isGone(name),
        replace: new Set(),
        shows: isPrivate ? 'edits' : 'none',
        // An artifact of a public repository is public.
        keepsTexts: isPrivate
    };
    return new Run(inputs, place, journal);
}
/** Asks GitHub for the head of the branch or tag of a job, and fetches it. */
function headFinder({ job, source: { history }, github }, { ref, since }) {
    let reference = job.sha;
    return async () => {
        const head = await findHead(github, job, ref, reference);
        // Both in one fetch. The replaced commit may be gone.
        if (since !== undefined)
            await history?.fetchCommits([head, since]);
        await history?.ensureCommits(head);
        requireDeliverable(head, ref, job, { history });
        reference = head;
        return head;
    };
}

// EXTERNAL MODULE: external "node:child_process"
var external_node_child_process_ = __webpack_require__(1421);
;// CONCATENATED MODULE: ./src/branch/command.ts






/** Settings that no configuration may change: it could start programs, or write to the checkout. */
const SETTINGS = [
    'core.hooksPath=/dev/null',
    'core.fsmonitor=false',
    // The address of a remote would be a program.
    'protocol.ext.allow=never',
    // Git would otherwise list the references of the borrowed checkout, by its configuration.
    'core.alternateRefsCommand=exit 0;',
    'maintenance.auto=false',
    // Git's servers send something every five seconds, also while they prepare an answer (`uploadpack.keepAlive`).
    'http.lowSpeedLimit=1',
    'http.lowSpeedTime=15'
].flatMap((setting) => ['-c', setting]);
/** A redirect would take the token to another host. */
const command_ALONE = ['-c', 'http.followRedirects=false', '-c', 'credential.helper='];
/** Variables that reach Git: not the inputs, which hold the tokens, and none that names another repository. A hook has an index of its own. */
const KEPT = /^(?!INPUT_|GIT_(?:DIR|WORK_TREE|COMMON_DIR|PREFIX|NAMESPACE)$|GIT_.*OBJECT_DIRECTOR)/;
/** Bytes that a command may print. A list of a million files has 100 MiB. */
const MAX_OUTPUT = 256 * 1024 * 1024;
/** Milliseconds. A command that only reads the disk takes seconds, and would wait without end for a pipe in the place of a file. */
const COMMAND_TIMEOUT = 60_000;
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
        // Git opens a repository of another owner, as in a container job, only if it is named.
        this.#before = [...SETTINGS, ...(user ?? [...command_ALONE, `--git-dir=${gitDir}`])];
        const own = {
            ...Object.fromEntries(Object.entries(env).filter(([name]) => KEPT.test(name))),
            GIT_NO_LAZY_FETCH: '1',
            GIT_OPTIONAL_LOCKS: '0',
            GIT_TERMINAL_PROMPT: '0',
            ...(user === undefined && { GIT_ASKPASS: '', SSH_ASKPASS: '', GCM_INTERACTIVE: 'never' }),
            LC_ALL: 'C'
        };
        this.#options = { env: own, signal: this.#disposal.signal, windowsHide: true };
    }
    /** Runs a command. A code other than 0 is for the caller to interpret. */
    async run(args, { input = '', env = {}, timeout = COMMAND_TIMEOUT } = {}) {
        // After a timeout, `execFile` also closes the pipes, which `git-remote-https` may hold open after Git has ended.
        const options = { ...this.#options, env: { ...this.#options.env, ...env }, timeout, maxBuffer: MAX_OUTPUT };
        const command = execFileAsync(this.#program, [...this.#before, ...args], options);
        // The exit code reports a command that ended before it read its input.
        command.child.stdin?.on('error', () => undefined).end(input);
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
            throw gitError(args, typeof signal === 'string' ? `${signal} ended it` : messageOf(error));
        }
    }
    /** The output of a command that must succeed, without the line end. */
    async text(args, options = {}) {
        const { code, stdout, stderr } = await this.run(args, options);
        if (code !== 0)
            throw gitError(args, stderr);
        return stdout.trimEnd();
    }
    /** The records that a command prints with `-z`; it must succeed. A name that is not UTF-8 has U+FFFD. */
    async records(args, options = {}) {
        return (await this.text(args, options)).split('\0').slice(0, -1);
    }
    /** Starts a command that the caller talks to, and gives a deadline. */
    start(args) {
        const child = (0,external_node_child_process_.spawn)(this.#program, [...this.#before, ...args], this.#options);
        child.stdin.on('error', () => undefined);
        return child;
    }
    /** Ends the commands that still run, and those that start later. */
    [Symbol.dispose]() {
        this.#disposal.abort();
    }
}
/**
 * The absolute path of Git by `PATH`. Relative entries are skipped: a committed `git` in the working directory must
 * not be started, which Windows would do for a bare name.
 */
function findGit(env) {
    const name = process.platform === 'win32' ? 'git.exe' : 'git';
    const folders = (env['PATH'] ?? env['Path'] ?? '').split(external_node_path_.delimiter).filter((folder) => (0,external_node_path_.isAbsolute)(folder));
    return folders.map((folder) => (0,external_node_path_.join)(folder, name)).find((file) => (0,external_node_fs_.existsSync)(file));
}
/** An error that quotes the line in which Git says what happened. */
function gitError(args, stderr) {
    const command = args.find((arg) => /^[a-z][a-z-]*$/.test(arg)) ?? '';
    return new ActionError('git', `\`git ${command}\` failed: ${lastLine(stderr)}.`, `Start ${NEW_RUN}, with a new checkout.`);
}
/** The line in which Git says what happened, without a full stop: the last one that is an error, else the last that is no hint. */
function lastLine(stderr) {
    const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('hint:'));
    const error = lines.findLast((line) => /^(?:fatal|error|remote):/.test(line));
    const line = error ?? lines.at(-1) ?? 'no reason given';
    // Git prints the addresses of proxies and remotes with user and password, even if their characters are not encoded.
    const safe = shorten(line, 2000).replace(/([a-z][\w+.-]*:\/\/)?[^\s'"]*@/gi, '$1');
    return shorten(printable(safe), 300).replace(/\.$/, '');
}

;// CONCATENATED MODULE: ./src/branch/bare.ts


/**
 * The folder with the objects and the configuration of a checkout. Its `.git` is a file in a worktree, in a submodule and with
 * `--separate-git-dir`, and a worktree has both in its main repository.
 *
 * @see https://git-scm.com/docs/gitrepository-layout
 */
async function commonFolderOf(entry) {
    let folder = entry;
    if (!(await (0,external_node_fs_promises_.stat)(entry)).isDirectory()) {
        const [, named] = /^gitdir: (.+)/.exec((await readGitFile(entry)) ?? '') ?? [];
        if (named === undefined)
            throw new Error(`${entry} names no folder`);
        folder = (0,external_node_path_.resolve)((0,external_node_path_.dirname)(entry), named);
    }
    return (0,external_node_path_.resolve)(folder, ((await readGitFile((0,external_node_path_.join)(folder, 'commondir'))) ?? '').trim());
}
/**
 * Makes a bare repository that borrows the objects of a checkout, and the list of commits whose parents the checkout lacks.
 * Nothing else of the checkout is read: Git's own commands for this would read its configuration.
 *
 * @param target the folder, which is not there yet.
 * @param commit any commit of the checkout: its length tells the algorithm of the ids.
 */
async function makeBorrower(target, common, commit) {
    const objects = (0,external_node_path_.join)(common, 'objects');
    const shallow = await readGitFile((0,external_node_path_.join)(common, 'shallow'));
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
/** The text of one of Git's files; undefined if there is none. A pipe in its place would never end. */
async function readGitFile(file) {
    const stats = await (0,external_node_fs_promises_.stat)(file).catch(() => undefined);
    if (stats === undefined)
        return undefined;
    if (!stats.isFile())
        throw new Error(`${file} is not a file`);
    return (0,external_node_fs_promises_.readFile)(file, 'utf8');
}

;// CONCATENATED MODULE: ./src/branch/merge.ts




/** `git merge-file` says how many conflicts there are, or with a larger code that it failed. */
const MAX_CONFLICTS = 127;
/**
 * Merges two changes of a text with Git.
 *
 * @param folder for the files that Git needs.
 * @returns undefined if there is a conflict.
 */
async function mergeTexts(git, folder, ours, base, theirs) {
    const files = [ours, base, theirs].map((text) => ({ text, path: (0,external_node_path_.join)(folder, `merge-${(0,external_node_crypto_.randomUUID)()}`) }));
    // Git takes the last lines of two texts for different ones if one has no line break.
    for (const { text, path } of files)
        await (0,external_node_fs_promises_.writeFile)(path, text.replace(/([^\n])$/, '$1\n'));
    const command = ['merge-file', '-p', '--quiet', ...files.map(({ path }) => path)];
    const { code, stdout, stderr } = await git.run(command);
    for (const { path } of files)
        await (0,external_node_fs_promises_.rm)(path, { force: true });
    if (code > MAX_CONFLICTS)
        throw gitError(['merge-file'], stderr);
    return code === 0 ? stdout : undefined;
}

;// CONCATENATED MODULE: ./src/branch/objects.ts

/** Bytes of a file that is too large, read at a time to reach what is behind it. */
const STEP = 64 * 1024;
/** Asks for files through one `git cat-file --batch`. */
class ObjectReader {
    #child;
    #chunks;
    /** Bytes that have arrived and were not read. */
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
    /** Undefined for a file that is not here. */
    read(id, limit) {
        this.#child.stdin.write(`${id}\n`);
        const answer = this.#last.then(() => this.#receive(limit));
        this.#last = answer.catch(() => undefined);
        return answer;
    }
    /** `<id> <type> <size>` and the content, or `<id> missing`. */
    async #receive(limit) {
        let end;
        while ((end = this.#rest.indexOf('\n')) === -1)
            this.#rest = Buffer.concat([this.#rest, await this.#next()]);
        const line = (await this.#take(end + 1)).toString('latin1', 0, end);
        if (line.endsWith(' missing'))
            return undefined;
        const size = Number(/ (\d+)$/.exec(line)?.[1]);
        if (Number.isNaN(size))
            throw gitError(['cat-file'], `it answers ${line}`);
        if (size <= limit)
            return { kind: 'bytes', bytes: (await this.#take(size + 1)).subarray(0, -1) };
        for (let left = size + 1; left > 0; left -= STEP)
            await this.#take(Math.min(left, STEP));
        return { kind: 'too-large' };
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
            this.#problem = `no answer in ${COMMAND_TIMEOUT / 1000} s`;
            this.#child.kill('SIGKILL');
        }, COMMAND_TIMEOUT);
        const { value } = await this.#chunks.next().catch(() => ({ value: undefined }));
        clearTimeout(timer);
        if (value === undefined)
            throw gitError(['cat-file'], this.#problem === '' ? 'it ended' : this.#problem);
        return value;
    }
}

;// CONCATENATED MODULE: ./src/branch/remote.ts





const FETCH = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head', '--stdin'];
/** Milliseconds for one fetch. */
const FETCH_TIMEOUT = 3 * 60 * 1000;
const RETRY_DELAY = 1500;
/** The variable from which Git takes the header with the token: it stands in no file, no URL and on no command line. */
const AUTHORIZATION = 'RUNBOOK_SYNC_AUTHORIZATION';
/**
 * Fetches objects by id into a bare repository, of commits the trees and not the files: from the repository on GitHub, never
 * from what a checkout has configured. All of them arrive, or none. A fetch that fails is tried once more.
 *
 * @param options of `git fetch`. A clone of a person is fetched into without them, so that nothing changes there.
 * @returns why it failed, as a clause; undefined if they have arrived.
 */
async function fetchObjects(git, setup, ids, options) {
    const { user, job, token } = setup;
    const address = user === undefined ? job.repository : user.remote;
    if (address === undefined || address === '')
        return 'the address of the repository is not known';
    const config = (0,external_node_path_.join)(git.gitDir, 'config');
    const before = await (0,external_node_fs_promises_.readFile)(config);
    const input = `${ids.join('\n')}\n`;
    let problem = '';
    for (const delay of [0, RETRY_DELAY]) {
        await promises_default().setTimeout(delay);
        const fetch = user === undefined ? fetchAlone(git, setup, input, options) : fetchAs(user.git, address, git, input, options);
        // Slow and endless answers fail, too.
        const { code, stderr } = await fetch.catch((error) => ({ code: 1, stderr: messageOf(error) }));
        // A fetch with a filter registers its remote, and every later command would fetch single objects from there.
        await (0,external_node_fs_promises_.writeFile)(config, before);
        if (code === 0)
            return undefined;
        problem = lastLine(token?.redact(stderr) ?? stderr);
    }
    return problem;
}
async function fetchAlone(git, { job, token }, input, options) {
    const header = `http.${job.serverUrl}/.extraheader`;
    const variables = {};
    const login = [];
    if (token !== undefined) {
        variables[AUTHORIZATION] =
            `Authorization: Basic ${Buffer.from(`x-access-token:${token.reveal()}`).toString('base64')}`;
        // The empty value drops headers that the machine has configured: GitHub refuses two of them.
        login.push('-c', `${header}=`, `--config-env=${header}=${AUTHORIZATION}`);
    }
    const place = `${job.serverUrl}/${job.repository}`;
    const args = [...login, ...FETCH, '--filter=blob:none', ...options, place];
    return git.run(args, { input, env: variables, timeout: FETCH_TIMEOUT });
}
/** Objects come into the repository of this program, and nothing changes in the clone. */
async function fetchAs(user, remote, { gitDir }, input, options) {
    // A depth would change the clone. Without `--refetch`, a partial clone is not sent files of commits that it has.
    const refetch = options.filter((option) => option === '--refetch');
    const env = { GIT_OBJECT_DIRECTORY: (0,external_node_path_.join)(gitDir, 'objects') };
    return user.run([...FETCH, ...refetch, '--refmap=', '--', remote], { input, env, timeout: FETCH_TIMEOUT });
}

;// CONCATENATED MODULE: ./src/branch/repository.ts












/** Commits of a history that are searched. Git reads 5,000 in less than a second. */
const MAX_COMMITS = 5000;
/** Files that are asked for at a time, and held in memory. */
const BATCH = 32;
/** Asks for everything: a partial clone has commits whose files it lacks. */
const NO_HAVES = ['--refetch'];
/**
 * A bare repository of our own that borrows the objects of the checkout. The checkout is never written to, and nothing in
 * its configuration, hooks and attributes has an effect.
 */
class Repository {
    folder;
    history = this;
    git;
    fetches = 0;
    #setup;
    /** Commits whose history was fetched, up to `MAX_COMMITS`: it is not fetched again. */
    #histories = new Set();
    /** Options of a fetch that leave out what the commit of the job has; `--refetch` if that is not here. */
    #haves = NO_HAVES;
    /** Why the last fetch that failed did so, as a clause. */
    #problem = '';
    #objects;
    /** Commits that are here: a run asks for the same ones again and again. */
    #here = new Set();
    /** The paths of the last two commits that were listed: a run compares the head with one before. */
    #trees = new Map();
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
        const resources = new AsyncDisposableStack();
        try {
            const folder = await (0,external_node_fs_promises_.mkdtemp)((0,external_node_path_.join)(job.temp, 'runbook-sync-git-'));
            const repository = resources.use(new Repository(new Git(program, (0,external_node_path_.join)(folder, 'git'), env), (0,external_node_path_.dirname)(entry), setup));
            await repository.#borrow(entry);
            return repository;
        }
        catch (error) {
            await resources.disposeAsync();
            if (error instanceof ActionError)
                throw error;
            const hint = `Start a new run, with a new checkout, and let this user write to ${job.temp}.`;
            throw new ActionError('git', `Git cannot use the checkout ${entry}: ${messageOf(error)}.`, hint, { cause: error });
        }
    }
    get isShallow() {
        return (0,external_node_fs_.existsSync)((0,external_node_path_.join)(this.git.gitDir, 'shallow'));
    }
    async fetchCommits(commits) {
        const unknown = commits.filter((commit) => !this.#here.has(commit));
        const missing = await this.#missing(unknown);
        if (missing.length > 0 && !(await this.#fetch(missing, ['--depth=1', ...this.#haves])))
            return false;
        for (const commit of unknown)
            this.#here.add(commit);
        return true;
    }
    async ensureCommits(...commits) {
        if (!(await this.fetchCommits(commits)))
            throw this.#fetchError(`The commit ${commits.map(shortId).join(' or ')}`);
    }
    async parents(commit) {
        const [header = ''] = (await this.git.text(['cat-file', 'commit', commit])).split('\n\n', 1);
        return Array.from(header.matchAll(/^parent (\w+)$/gm), ([, id = '']) => id);
    }
    async list(commit, matches) {
        return selectionOf(await this.#treeOf(commit), matches);
    }
    async *contents(files, limit) {
        await this.prefetch(files.map(({ id }) => id));
        for (let start = 0; start < files.length; start += BATCH) {
            const batch = files.slice(start, start + BATCH);
            yield* await Promise.all(batch.map(async (file) => ({ file, content: await this.read(file, limit) })));
        }
    }
    async read(file, limit) {
        this.#objects ??= new ObjectReader(this.git.start(['cat-file', '--batch']));
        const content = await this.#objects.read(file.id, limit);
        if (content !== undefined)
            return content;
        await this.prefetch([file.id]);
        return this.read(file, limit);
    }
    async prefetch(ids) {
        const missing = await this.#missing(ids);
        if (missing.length === 0 || (await this.#fetch(missing, NO_HAVES)))
            return;
        throw this.#fetchError(`${count(missing.length, 'file')} that the checkout lacks`);
    }
    async differences(from, to, matches) {
        if (!(await this.fetchCommits([from, to])))
            return undefined;
        const before = new Map((await this.#treeOf(from)).map(({ path, id }) => [path, id]));
        const changed = new Set();
        for (const { path, id } of await this.#treeOf(to)) {
            if (before.get(path) !== id)
                changed.add(path);
            before.delete(path);
        }
        return new Set([...changed, ...before.keys()].filter(matches));
    }
    async blobsOf(commit, paths) {
        const blobs = new Map(paths.map((path) => [path, new Set()]));
        const { user } = this.#setup;
        // Only our own repository may get more history: a clone of a person stays as it is.
        if (user === undefined && !this.#histories.has(commit) && this.isShallow) {
            this.#histories.add(commit);
            await this.#fetch([commit], [`--depth=${MAX_COMMITS}`, ...this.#haves]);
        }
        const input = `${await this.git.text(['rev-list', `--max-count=${MAX_COMMITS}`, commit])}\n`;
        // Git compares each path of a tree with each that it gets: 200 take twenty times as long as the folder of all.
        const folders = new Set(paths.flatMap((path) => /^(?!\.\.?(?:\/|$))[^/\0]+/.exec(path)?.[0] ?? []));
        const limits = Array.from(folders, (folder) => `:(literal)${folder}`);
        // `-c`: what a merge has may be in none of its parents.
        const command = ['diff-tree', '--stdin', '-r', '-c', '-z', '--raw', '--root', '--no-renames', '--no-commit-id'];
        const records = await this.#readTrees([...command, '--', ...limits], commit, { input, depth: MAX_COMMITS });
        // `:<modes> <ids> <status>`, then the path.
        for (let at = 1; at < records.length; at += 2) {
            const [, id] = /([0-9a-f]{40,}) [A-CE-Z]+$/.exec(records[at - 1] ?? '') ?? [];
            if (id !== undefined)
                blobs.get(records[at] ?? '')?.add(id);
        }
        return new Map(Array.from(blobs, ([path, ids]) => [path, [...ids]]));
    }
    async merge(ours, base, theirs) {
        return mergeTexts(this.git, (0,external_node_path_.dirname)(this.git.gitDir), ours, base, theirs);
    }
    async [Symbol.asyncDispose]() {
        this.git[Symbol.dispose]();
        // On Windows a virus scanner may keep a file open; the runner empties this folder after the job.
        await (0,external_node_fs_promises_.rm)((0,external_node_path_.dirname)(this.git.gitDir), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    }
    /** @throws {ActionError} of kind `git` for a checkout of another repository. */
    async #borrow(entry) {
        const { sha, repository } = this.#setup.job;
        const common = await commonFolderOf(entry);
        await makeBorrower(this.git.gitDir, common, sha);
        if ((await this.#missing([sha])).length === 0) {
            this.#here.add(sha);
            this.#haves = [`--negotiation-tip=${sha}`];
            return;
        }
        const config = (await readGitFile((0,external_node_path_.join)(common, 'config'))) ?? '';
        const origin = /^\[remote "origin"\][^[]*?\burl *= *\S*[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/m.exec(config)?.[1];
        if (origin === undefined || origin.toLowerCase() === repository.toLowerCase())
            return;
        throw new ActionError('git', `The checkout in ${this.folder} is of ${origin}; this workflow runs in ${repository}.`, `Check out ${repository} (leave out \`repository\` of actions/checkout), or name its folder with \`root\`; or run ` +
            `the workflow in ${origin}.`);
    }
    async #treeOf(commit) {
        const known = this.#trees.get(commit);
        if (known !== undefined)
            return known;
        const records = await this.#readTrees(['ls-tree', '-r', '-z', '--full-tree', commit], commit, { depth: 1 });
        const listed = records.map(parseListed);
        for (const older of [...this.#trees.keys()].slice(0, -1))
            this.#trees.delete(older);
        this.#trees.set(commit, listed);
        return listed;
    }
    /** Runs a command that reads trees. They are fetched if the checkout has none (`filter: tree:0`). */
    async #readTrees(command, commit, { input = '', depth }) {
        try {
            return await this.git.records(command, { input });
        }
        catch (error) {
            if (!(await this.#fetch([commit], [`--depth=${depth}`, ...NO_HAVES])))
                throw error;
            return this.git.records(command, { input });
        }
    }
    async #fetch(ids, options) {
        this.fetches++;
        const problem = await fetchObjects(this.git, this.#setup, ids, options);
        this.#problem = problem ?? this.#problem;
        return problem === undefined;
    }
    #fetchError(what) {
        const hint = `Check that this machine reaches the repository (\`permissions: contents: read\` in a job), and start ${NEW_RUN}.`;
        return new ActionError('git', `${what} cannot be fetched: ${this.#problem}.`, hint);
    }
    async #missing(ids) {
        if (ids.length === 0)
            return [];
        const input = Array.from(new Set(ids), (id) => `${id}\n`).join('');
        const answers = await this.git.text(['cat-file', '--batch-check=%(objectname)'], { input });
        return Array.from(answers.matchAll(/^(\w+) missing$/gm), ([, id = '']) => id);
    }
}
/** A record of `git ls-tree -r -z`: `<mode> <type> <id>TAB<path>`. */
function parseListed(record) {
    const tab = record.indexOf('\t');
    const [mode = '', , id = ''] = record.slice(0, tab).split(' ');
    const path = record.slice(tab + 1);
    return { path, id, skip: SKIPPED_MODES[mode] ?? (path.includes('\ufffd') ? 'not UTF-8' : undefined) };
}
const SKIPPED_MODES = { 120000: 'symlink', 160000: 'submodule' };

;// CONCATENATED MODULE: ./src/branch/checkout.ts








const CHECK_OUT = 'Add a step with `uses: actions/checkout` before this one.';
/**
 * The checkout below the workspace: through Git if there are a checkout and Git, else the files on the disk.
 *
 * @throws {ActionError} of kind `input` for a `root` that does not exist or is missing, of kind `git` for an empty workspace or
 *   a checkout that cannot be read.
 */
async function openSource({ root, githubToken, files }, job, env, diagnose) {
    const workspace = await (0,external_node_fs_promises_.realpath)(job.workspace).catch(() => undefined);
    const folder = await (0,external_node_fs_promises_.realpath)((0,external_node_path_.join)(job.workspace, root)).catch(() => undefined);
    if (workspace === undefined)
        throw new ActionError('git', 'The workspace does not exist.', CHECK_OUT);
    if (folder === undefined || !`${folder}${external_node_path_.sep}`.startsWith(`${workspace}${external_node_path_.sep}`)) {
        const problem = folder === undefined ? 'does not exist.' : 'leads out of the workspace.';
        throw new InputError('root', `is ${quoted(root)}, which ${problem}`, 'Give the `path` of actions/checkout.');
    }
    const program = findGit(env);
    const entry = await findGitDir(folder, workspace);
    if (program !== undefined && entry !== undefined) {
        return Repository.open(entry, { program, job, token: githubToken, env });
    }
    if ((await (0,external_node_fs_promises_.readdir)(folder)).length === 0) {
        throw new ActionError('git', `The folder ${folder} is empty.`, CHECK_OUT);
    }
    const why = program === undefined ? 'Git is not installed on this machine' : `${folder} is not a Git checkout`;
    const onDisk = new DiskFiles(folder);
    const selection = await onDisk.list('', new Patterns(files).matches);
    const [top = '', ...others] = new Set(selection.files.map(({ path }) => path.split('/', 1)[0]));
    const below = (0,external_node_path_.join)(folder, top);
    if (entry === undefined && others.length === 0 && (await findGitDir(below, below)) !== undefined) {
        throw new InputError('root', `is not set to the checkout: all files that \`files\` selects are in its folder ${quoted(top)}.`, `Set it to the \`path\` of actions/checkout, and let the patterns of \`files\` begin there: \`docs/**\`, not ${quoted(`${top}/docs/**`)}.`);
    }
    diagnose({ level: 'notice', message: `${why}, so the runbooks are read from the disk.` });
    return onDisk;
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

// EXTERNAL MODULE: ./node_modules/p-retry/index.js + 1 modules
var p_retry = __webpack_require__(4995);
;// CONCATENATED MODULE: ./src/branch/github.ts





/** Milliseconds. Three attempts without an answer and the waits between them take half a minute. */
const github_ATTEMPT_TIMEOUT = 8_000;
/** The line that a workflow needs, for messages. */
const PERMISSIONS = '`permissions: { contents: read }`';
const AGAIN = `Start a new run (Run workflow, or push) when GitHub answers (${GITHUB_STATUS}).`;
const LEAVE_OUT = 'Leave out the input `github-token`; its default is the token of the job.';
/** Asks GitHub about a repository. A question is repeated after failures. All throw `ActionError` of kind `github`. */
class GitHub {
    #octokit;
    #repository;
    /** @param token undefined if the input is empty; every question then fails. */
    constructor(makeOctokit, { repository }, token) {
        this.#octokit = token && makeOctokit(token.reveal());
        this.#repository = repository;
    }
    /**
     * Ids of the objects that a branch or tag points to: its commit last, before that an annotated tag. GitHub may answer with an
     * older one for some seconds.
     */
    async headOf(ref) {
        const headline = `GitHub does not show the head of ${shortRef(ref)}`;
        const ids = [];
        let path = `git/ref/${ref.split('/').slice(1).map(encodeURIComponent).join('/')}`;
        for (;;) {
            const answer = await this.#ask(headline, path);
            if (answer === undefined) {
                const hint = `Check that it exists, and that the job has ${PERMISSIONS}.`;
                throw gitHubError(headline, 'it does not exist, or the job may not see it', hint);
            }
            const [sha, type] = [field(answer, 'object', 'sha'), field(answer, 'object', 'type')];
            if (typeof sha !== 'string' || !COMMIT.test(sha)) {
                throw gitHubError(headline, 'the answer has an unknown form', AGAIN);
            }
            ids.push(sha);
            if (type !== 'tag')
                return ids;
            path = `git/tags/${sha}`;
        }
    }
    /** True if there is no branch or tag of this name; false also if GitHub does not say, because nothing depends on it. */
    async isGone(name) {
        const path = name.split('/').map(encodeURIComponent).join('/');
        const answers = ['heads', 'tags'].map((kind) => this.#ask(`GitHub does not show ${name}`, `git/ref/${kind}/${path}`));
        const found = await Promise.all(answers).catch(() => [name]);
        return found.every((answer) => answer === undefined);
    }
    /**
     * How `head` relates to `base`, in GitHub's words: `behind` means that `head` is an ancestor. Undefined if GitHub does not
     * know one of the commits, or they have no common ancestor.
     */
    async compare(base, head) {
        // The first page lists changed files with their differences, which may be large.
        const path = `compare/${base}...${head}?per_page=1&page=2`;
        const relation = field(await this.#ask('GitHub does not show how two commits are related', path), 'status');
        return typeof relation === 'string' ? relation : undefined;
    }
    /**
     * @param path below that of the repository.
     * @returns undefined if it does not exist, or the job may not see it.
     */
    async #ask(headline, path) {
        const octokit = this.#octokit;
        if (octokit === undefined)
            throw gitHubError(headline, 'the input `github-token` is empty', LEAVE_OUT);
        const ask = async () => {
            const request = { signal: AbortSignal.timeout(github_ATTEMPT_TIMEOUT) };
            const { data } = (await octokit.request(`GET /repos/${this.#repository}/${path}`, { request }));
            return data;
        };
        try {
            return await (0,p_retry/* default */.Ay)(ask, { retries: 2, factor: 4, shouldRetry: ({ error }) => (statusOf(error) ?? 500) >= 429 });
        }
        catch (error) {
            const status = statusOf(error);
            // GitHub answers 422 for the name of a commit that it does not know.
            if (status === 404 || status === 422)
                return undefined;
            throw gitHubError(headline, ...causeOf(status, messageOf(error)), error);
        }
    }
}
/** Undefined without an answer, for which Octokit has the status 500. */
function statusOf(error) {
    return field(error, 'response', 'status');
}
/** Why GitHub did not answer, as a clause, and what to do. */
function causeOf(status, message) {
    if (status === undefined)
        return [`its API cannot be reached (${message})`, AGAIN];
    if (status === 401)
        return ['it rejects `github-token` (HTTP 401)', LEAVE_OUT];
    if (status === 403 && !/rate limit/i.test(message)) {
        return ['the job lacks a permission (HTTP 403)', `Add to the job in the workflow: ${PERMISSIONS}.`];
    }
    return [`it answers with HTTP ${status} (${message})`, AGAIN];
}
function gitHubError(headline, why, hint, cause) {
    return new ActionError('github', `${headline}: ${why}.`, hint, { cause });
}

;// CONCATENATED MODULE: ./src/branch/workflows.ts




/** Bytes of a workflow that is read: `yaml` takes time that grows with the square of the number of keys. */
const MAX_WORKFLOW_BYTES = 16 * 1024;
/** A workflow as JSON, in which each scalar is a text; undefined if it cannot be read. */
function parseWorkflow(text) {
    try {
        return (0,yaml_dist/* parse */.qg)(text, { schema: 'failsafe', logLevel: 'error' });
    }
    catch {
        return undefined;
    }
}
/**
 * The inputs that a person can give who starts a workflow by hand; undefined if nobody can, or the checkout does not have its file.
 *
 * @param folder absolute path of the checkout.
 * @param workflow name of the file.
 */
async function inputsByHand(folder, workflow) {
    try {
        const files = new DiskFiles(await (0,external_node_fs_promises_.realpath)(folder));
        const content = await files.read({ path: `.github/workflows/${workflow}`, id: '' }, MAX_WORKFLOW_BYTES);
        return content.kind === 'bytes' ? inputsIn(content.bytes.toString()) : undefined;
    }
    catch {
        return undefined;
    }
}
function inputsIn(text) {
    const on = field(parseWorkflow(text), 'on');
    if ([on].flat().includes('workflow_dispatch'))
        return [];
    const dispatch = field(on, 'workflow_dispatch');
    return dispatch === undefined ? undefined : Object.keys(field(dispatch, 'inputs') ?? {});
}

;// CONCATENATED MODULE: ./src/cancellation.ts



/** Milliseconds from a cancellation to the report: GitHub's runner kills a job after ten seconds. */
const TIMEOUT = 4000;
/** Milliseconds in which a signal arrives that has ended another process of the group, too. */
const SIGNAL_DELAY = 50;
/** Ends work when the process gets SIGINT or SIGTERM. The runner sends both, 7.5 s apart. */
class Cancellation {
    #controller = new AbortController();
    signal = this.#controller.signal;
    #timeout = Promise.withResolvers();
    #cancel;
    /** @param onRepeated gets every further signal. */
    constructor(message, onRepeated = () => undefined) {
        this.#timeout.promise.catch(() => undefined);
        this.#cancel = () => {
            if (this.signal.aborted) {
                onRepeated();
                return;
            }
            const error = new ActionError('cancelled', message, `Start ${NEW_RUN}.`);
            this.#controller.abort(error);
            setTimeout(this.#timeout.reject, TIMEOUT, error).unref();
        };
        process.on('SIGINT', this.#cancel).on('SIGTERM', this.#cancel);
    }
    /**
     * The result of the work. Throws the cancellation, even if the work still ended in time, or failed because of it: Ctrl-C in a
     * terminal also ends the Git commands of the run. They stay in its process group, because elsewhere SSH could ask for no
     * passphrase.
     */
    async limit(work) {
        try {
            return await Promise.race([work, this.#timeout.promise]);
        }
        catch (error) {
            // The end of a Git command may be noticed before the signal that has ended it.
            await promises_default().setTimeout(SIGNAL_DELAY);
            throw error;
        }
        finally {
            this.signal.throwIfAborted();
        }
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
            throw new ActionError('input', `The environment variable \`${variable}\` is not the address of an HTTP proxy (the value is not shown).`, 'Correct it, for example `http://proxy.example.com:3128`, with `%` in a password written as `%25`; or unset it.');
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

;// CONCATENATED MODULE: ./src/job/task.ts


/**
 * The task of a job: it writes on the default branch, elsewhere only with `mode: sync`, and never for pull requests and for
 * events that people without write access can start.
 */
function decideTask(job, mode) {
    const { trigger, ref, defaultBranch } = job;
    if (trigger.kind === 'push' && trigger.deleted)
        return { kind: 'nothing', reason: `${shortRef(ref)} was deleted.` };
    if (mode === 'plan')
        return planOf(job, undefined);
    const obstacle = obstacleTo(job);
    if (mode === 'auto') {
        if (obstacle !== undefined)
            return planOf(job, `This is a plan: nothing is written ${obstacle}.`);
        if (defaultBranch === undefined) {
            const message = 'The event does not name the default branch of the repository.';
            throw new ActionError('event', message, 'Set `mode: sync` to write, or `mode: plan`.');
        }
        return ref === `refs/heads/${defaultBranch}` ? syncOf(job) : planOf(job, elsewhereNotice(ref));
    }
    if (obstacle !== undefined) {
        const message = `\`mode: ${mode}\` does not write ${obstacle}.`;
        throw new ActionError('event', message, 'Leave out `mode`, or use `mode: plan`, for this event.');
    }
    return mode === 'pull' ? { kind: 'pull', ref } : syncOf(job);
}
function syncOf({ trigger, ref, runAttempt, isStartedByBot }) {
    const isByHand = trigger.kind === 'other' && trigger.name === 'workflow_dispatch' && !isStartedByBot;
    const isNewBranch = trigger.kind === 'push' && trigger.before === undefined;
    return {
        kind: 'sync',
        ref,
        // A run is repeated because something is missing, perhaps what an earlier push changed.
        since: trigger.kind === 'push' && runAttempt === 1 ? trigger.before : undefined,
        isByHand,
        mayBeFirst: (isByHand && runAttempt === 1) || isNewBranch
    };
}
function planOf({ trigger, defaultBranch = 'HEAD' }, notice) {
    const proposal = trigger.kind === 'proposal' ? trigger : undefined;
    const ref = `refs/heads/${proposal?.into ?? defaultBranch}`;
    return { kind: 'plan', ref, proposal, notice };
}
/** On what the job must never write, and why, in words; undefined if it may write. */
function obstacleTo({ trigger, ref }) {
    const isProposal = trigger.kind === 'proposal';
    if (isProposal || ref.startsWith('refs/pull/')) {
        return `for ${isProposal ? trigger.what : 'a pull request'}, because its text is not on the branch yet`;
    }
    if (trigger.kind === 'push' || trigger.mayWrite)
        return undefined;
    return `for the event ${trigger.name}, because it is not among those that only people with write access can start`;
}
function elsewhereNotice(ref) {
    const isTag = ref.startsWith('refs/tags/');
    const runsOn = isTag ? `the tag ${shortRef(ref)}` : `the branch ${shortRef(ref)}, which is not the default one`;
    return `This is a plan, because the job runs on ${runsOn}. \`mode: sync\` writes from any branch or tag.`;
}

;// CONCATENATED MODULE: ./src/report/hide.ts

/** Stands in place of a report that could not be searched. The error is not shown: it may quote a text. */
const NOT_SEARCHED = 'The report could not be searched for credentials, so it is not shown. This is a defect of Runbook Sync. With `send` for `secrets`, nothing is searched.';
/**
 * Puts `***` in place of credentials that a run is about to print: a title, the name of an entry, a link or an answer of the
 * service may have one, in a runbook that is sent, refused for another reason, or left alone. Undefined if they cannot be found.
 */
async function hideCredentials(said, { hidesCredentials }) {
    if (!hidesCredentials)
        return said;
    const texts = new Set();
    const json = JSON.stringify(said, (_, part) => {
        if (typeof part === 'string')
            texts.add(part);
        return part;
    });
    const hidden = await withoutCredentials([...texts]).catch(() => undefined);
    if (hidden === undefined)
        return undefined;
    if (hidden.size === 0)
        return said;
    return JSON.parse(json, (_, part) => (typeof part === 'string' ? (hidden.get(part) ?? part) : part));
}

// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
;// CONCATENATED MODULE: ./src/sync/deliver/fates.ts


/** A fate for each decision of the last look, and for each note that was sent. @param ledger undefined for a plan. */
function fatesOf({ decisions }, ledger) {
    if (ledger === undefined) {
        // A note comes after everything else.
        const hasRefused = decisions.some(({ is }) => is === 'refused');
        return decisions.map((one) => {
            return one.is === 'orphaned' && one.isToRetire && !hasRefused ? { is: 'planned', of: one } : decided(one);
        });
    }
    const orphans = new Set(decisions.flatMap((one) => (one.is === 'orphaned' ? foldName(one.row.name) : [])));
    // The list shows a note, and no orphan any more.
    const retired = ledger.all.filter(({ shipment, name }) => shipment.is === 'orphaned' && !orphans.has(foldName(name)));
    return [...decisions.map((decision) => fateOf(decision, ledger)), ...retired.map(fateOfSent)];
}
function fateOf(decision, ledger) {
    const sent = sentFor(decision, ledger);
    // Somebody has changed it since, and that is what people have to know.
    const isChanged = sent?.state.is === 'confirmed' && (decision.is === 'refused' || decision.is === 'kept');
    if (sent !== undefined && !isChanged)
        return fateOfSent(sent);
    if (decision.is !== 'planned')
        return decided(decision);
    const error = ledger.missingError(decision.runbook.name);
    if (error !== undefined)
        return { is: 'failed', of: decision, why: 'missing', error };
    return { is: 'pending', of: decision, why: 'not sent' };
}
function sentFor(decision, ledger) {
    if ('runbook' in decision)
        return ledger.of(decision.runbook.name);
    return decision.is === 'orphaned' ? ledger.of(decision.row.name) : undefined;
}
function fateOfSent(sent) {
    const { shipment, state } = sent;
    switch (state.is) {
        case 'waiting':
        case 'unanswered':
            return { is: 'pending', of: shipment, why: 'not confirmed' };
        case 'failed':
            return { is: 'failed', of: shipment, why: state.why, error: state.error };
        case 'confirmed':
            if (shipment.is === 'orphaned')
                return { is: 'retired', of: shipment };
            return { is: 'upserted', of: shipment, hasNewTitle: isRetitled(shipment) && !hasMadeAnother(sent) };
    }
}
function decided(decision) {
    return { is: decision.is, of: decision };
}

;// CONCATENATED MODULE: ./src/report/first-sync.ts


/** Notices for people who still choose, before the first sync or in a plan: the workspace, names, and comments that only an assistant reads. */
function earlyNotices(look, repository, isPlan) {
    const { rows, runbooks } = look;
    const { named, shared, concerns } = runbooks;
    const isFirst = rows.areKnown && !rows.haveOwn;
    const untitled = isFirst && !rows.haveTriggers ? named.filter(({ isNamedByFile }) => isNamedByFile) : [];
    const commented = [...named, ...shared.flat()].filter(({ hasComments, path }) => {
        return hasComments && (isFirst || (isPlan && concerns(path)));
    });
    const have = count(untitled.length, 'entry has', 'entries have');
    const names = listed(untitled.map(({ name, path }) => `“${name}” (${path})`));
    const comments = `${count(commented.length, 'runbook has', 'runbooks have')} comments`;
    const paths = listed(commented.map(({ path }) => path));
    const messages = [
        isPlan && isFirstSync(look) && `This workspace has no entry of ${repository}. Is the token of the right workspace?`,
        untitled.length > 0 &&
            `${have} the name of the file, which has no title: ${names}. A title that comes later makes another entry, because this service renames none.`,
        commented.length > 0 &&
            `${comments} (\`<!-- … -->\`, or those of a generator), which no reader of the page sees, and the assistant does: ${paths}. To leave them out, set \`comments\` to \`strip\`.`
    ];
    return messages.flatMap((message) => (message === false ? [] : { level: 'notice', message }));
}

;// CONCATENATED MODULE: ./src/report/journal.ts





/** Milliseconds between two lines about the progress. */
const PROGRESS_INTERVAL = 5000;
/** Milliseconds between two states of a line that is written in place. */
const REWRITE_INTERVAL = 100;
/** Collects what a run sees and does, and says at once what it waits for. */
class Journal {
    #front;
    /** The defaults, such as empty addresses, hold until `knows` says otherwise. */
    #known = {
        mode: undefined,
        repository: '',
        serverUrl: '',
        assistant: '',
        showsTexts: false,
        keepsTexts: true,
        hidesCredentials: true,
        uncommitted: undefined,
        workflow: '',
        workflowUrl: '',
        runId: undefined,
        inputsByHand: undefined,
        tokenExpiresOn: undefined,
        nothing: undefined,
        differences: new Map(),
        alerts: undefined
    };
    #look;
    #isFirstSync = false;
    #ledger;
    #inventory;
    #notices = [];
    #pulled = [];
    #saved = [];
    #progress = { total: 0, answered: 0, failed: 0 };
    #lastSaid = performance.now();
    constructor(front = { say: () => undefined }) {
        this.#front = front;
    }
    get look() {
        return this.#look;
    }
    record(known) {
        this.#known = { ...this.#known, ...known };
    }
    progress = (message) => {
        this.#front.say(message);
    };
    notice = (notice) => {
        this.#notices.push(notice);
    };
    looked(look, ledger) {
        if (this.#look === undefined) {
            this.#isFirstSync = isFirstSync(look);
            const { mode, repository } = this.#known;
            this.#notices.push(...earlyNotices(look, repository, mode === 'plan'));
        }
        // What the list held is said of the beginning of the run.
        if (look.rows.areKnown)
            this.#inventory ??= inventoryOf(entriesOf(look.runbooks, look.rows));
        this.#look = look;
        this.#ledger = ledger;
    }
    sending(total) {
        this.#progress = { total, answered: 0, failed: 0 };
    }
    tried({ state }) {
        // It is sent again.
        if (state.is === 'unanswered')
            return;
        this.#progress.answered++;
        if (state.is === 'failed')
            this.#progress.failed++;
        const { say, rewrite } = this.#front;
        const interval = rewrite === undefined ? PROGRESS_INTERVAL : REWRITE_INTERVAL;
        if (performance.now() - this.#lastSaid < interval)
            return;
        this.#lastSaid = performance.now();
        const { answered, total, failed } = this.#progress;
        const failures = failed > 0 && `${format(failed)} failed`;
        const write = rewrite ?? say;
        write(joined([`${format(answered)} of ${count(total, 'runbook')} sent so far`, failures], ', '));
    }
    textSaved(text) {
        if (this.#saved.length === 0) {
            this.#front.saves?.(text.folder);
            this.#front.say(`Texts of the assistant that the run replaces are saved in ${text.folder}`);
        }
        this.#saved.push(text);
    }
    pulled = (pulled) => {
        this.#pulled.push(pulled);
    };
    result(ended) {
        return {
            ...this.#known,
            look: this.#look,
            isFirstSync: this.#isFirstSync,
            fates: this.#look === undefined ? [] : fatesOf(this.#look, this.#ledger),
            hasSent: (this.#ledger?.all ?? []).length > 0,
            sizes: (this.#ledger?.all ?? []).flatMap(({ size, state }) => (state.is === 'confirmed' ? size : [])),
            inventory: this.#inventory,
            notices: [...this.#notices, ...(this.#look?.runbooks.notices ?? [])],
            pulled: this.#pulled,
            saved: this.#saved.map((text) => ({ ...text, became: becameOf(text, this.#ledger?.of(text.name)) })),
            ended
        };
    }
}
function becameOf({ of }, sent) {
    const why = sent?.state.is === 'failed' ? sent.state.why : undefined;
    if (sent === undefined || why === 'rejected')
        return 'not replaced';
    if (sent.state.is === 'unanswered' || why === 'no answer')
        return 'unknown';
    const isMerged = of === 'text' && sent.shipment.is === 'planned' && sent.shipment.why === 'merged';
    return isMerged ? 'merged' : 'replaced';
}

;// CONCATENATED MODULE: ./src/version.ts
/** The version in package.json. */
const VERSION = '1.0.0';

;// CONCATENATED MODULE: ./src/report/overdue.ts


/**
 * The runbooks whose review is overdue, those first that are so for the longest time. The sync of a push names none, and the plan
 * of a pull request those that it changes.
 */
function overdueOf({ look, mode }, now) {
    if (look === undefined)
        return [];
    const { named, shared, changed } = look.runbooks;
    const isAbout = (path) => changed === undefined || (mode === 'plan' && changed.has(path));
    const found = [...named, ...shared.flat()].flatMap(({ path, name, reviewBy: since }) => {
        return since !== undefined && isOverdue(since, now) ? [{ path, name, since, named: isAbout(path) }] : [];
    });
    return found.sort((one, other) => (one.since < other.since ? -1 : Number(one.since > other.since)));
}
/** `3 runbooks are overdue for review: docs/dns.md (since 2 May), …`; empty if none is to be named. @param now its year is left out. */
function sayOverdue(overdue, now, most) {
    const found = overdue.filter(({ named }) => named);
    if (found.length === 0)
        return '';
    const places = found.map(({ path, since }) => `${path} (since ${sayDay(since, now)})`);
    return `${count(found.length, 'runbook is', 'runbooks are')} overdue for review: ${listed(places, most)}`;
}

;// CONCATENATED MODULE: ./src/report/start.ts

// How a person starts a workflow, in a command that can be pasted.
/** The run to start after a repair. A run by hand may be a first sync into another workspace; a repeated one may not. */
const STARTS = {
    'token-rejected': 'again',
    forbidden: 'again',
    'wrong-address': 'new',
    'rate-limited': 'new',
    'service-failing': 'new',
    unreachable: 'new',
    'out-of-time': 'new',
    'branch-moved': 'new',
    github: 'new',
    git: 'new',
    stopped: 'new',
    cancelled: 'new'
};
/** How to start a run after a failure, in a sentence; empty if that is not what to do, or not possible. */
function sayStart(kind, job) {
    const starts = STARTS[kind];
    if (starts === 'again')
        return sayRepeat(job);
    const command = starts && commandByHand(job);
    return command === undefined ? '' : `\`${command}\` starts a run by hand.`;
}
/** How to repeat a run, in a sentence; empty outside a job. */
function sayRepeat({ runId, ...place }) {
    return runId === undefined ? '' : `\`gh run rerun ${runId} --repo ${repositoryFor(place)}\` repeats this run.`;
}
/** The command that starts a workflow by hand; undefined if it cannot be, or has no such input. */
function commandByHand({ workflow, inputsByHand, ...place }, input) {
    if (inputsByHand === undefined || (input !== undefined && !inputsByHand.includes(input.name)))
        return undefined;
    const given = input === undefined ? '' : ` -f ${input.name}=${input.value}`;
    return `gh workflow run ${shellQuoted(workflow)} --repo ${repositoryFor(place)}${given}`;
}
/** As `gh` takes it. */
function repositoryFor({ repository, serverUrl }) {
    const host = URL.parse(serverUrl)?.host ?? 'github.com';
    return host === 'github.com' ? repository : `${host}/${repository}`;
}

;// CONCATENATED MODULE: ./src/report/advice.ts








/**
 * How a person discards a text of the assistant, in a sentence that goes on.
 *
 * @param path of its runbook; undefined if the same is said of many.
 */
function sayDiscard(frame, path) {
    const { workflow } = frame;
    const command = 'runbook-sync sync --replace';
    const isJob = workflow !== '';
    // Who has a terminal has it there.
    const program = isJob ? ` (${COMMAND_LINE})` : '';
    // Without its file, only the page says what a workflow needs.
    const byHand = commandByHand(frame, { name: 'on-conflict', value: 'replace' });
    return joined([
        path === undefined
            ? `use \`${command}\` with the path of the file${program}, or \`--on-conflict replace\` for all of them`
            : `use \`${command} ${shellQuoted(path)}\`${program}`,
        isJob &&
            frame.keepsTexts &&
            `or start ${workflow} by hand with \`on-conflict: replace\`, which is for all edits (${byHand === undefined ? WORKFLOW : `\`${byHand}\``})`
    ], ', ');
}
function sayKeepOrDiscard(frame, path) {
    const keep = 'To keep the text, bring it into the file with `runbook-sync pull`.';
    return `${keep} To discard it, or when you have merged it by hand, ${sayDiscard(frame, path)}.`;
}
/** Why a text of the assistant keeps a runbook from being delivered, and what to do. */
function sayConflict({ cause, row }, frame, path) {
    if (cause === 'conflict') {
        if (isUnreadable(row)) {
            return {
                reason: `The list shows no text of its entry${sayType(row)}, so a person may have written it.`,
                hint: `To replace it, ${sayDiscard(frame, path)}: what the list shows of it is saved. Otherwise, give the runbook another \`title\`.`
            };
        }
        const [what, why] = row.line === undefined ? ['wrote', 'has another text'] : ['edited', 'has changed since'];
        const reason = `Somebody ${what} its entry in the assistant, and the file ${why}.`;
        return { brief: `somebody ${what} its entry in the assistant`, reason, hint: sayKeepOrDiscard(frame, path) };
    }
    const isOther = row.origin === 'another repository';
    const forge = isOther && row.line !== undefined ? forgeOfLine(row.line, frame) : undefined;
    if (forge !== undefined) {
        return {
            reason: 'Its entry comes from this repository, shown by another forge.',
            // Only a host whose name says nothing has entries of both kinds. An edit is lost if `replace` comes first.
            hint: forge === 'other'
                ? `Bring edits into the files with \`runbook-sync pull --forge other\`, and commit. After that, ${sayDiscard(frame, path)}.`
                : `Add \`--forge ${forge}\`.`
        };
    }
    const rename = 'give this one a `title`, or set `entry-name`.';
    return {
        reason: `Its entry comes from ${row.line?.address ?? ''}.`,
        hint: isOther
            ? `If this repository had that address before, ${sayDiscard(frame, path)} once: that replaces, and saves, edits as well. Otherwise, two runbooks have the same name: ${rename}`
            : `Two runbooks have the same name: ${rename} To replace the entry, ${sayDiscard(frame, path)}.`
    };
}
function sayType({ details }) {
    return details === undefined || isReadable(details.type) ? '' : `, which has the type ${quoted(details.type)}`;
}
function sayWithCredential({ credentials, rows }) {
    const stays = rows.length > 0 ? ' Its entry in the assistant stays as it is.' : '';
    return {
        brief: 'a credential',
        reason: `The file contains a credential: ${sayCredentials(credentials)}.${stays}`,
        hint: `${REMOVE_CREDENTIAL} With \`warn\` for \`secrets\`, such runbooks are sent, with a warning.`,
        line: credentials[0]?.line ?? null
    };
}
/** One sentence for all files of a name: there may be thousands. */
function sayDuplicate({ group, changed }) {
    const paths = group.map(({ path }) => path);
    const name = group[0]?.name ?? '';
    const isSame = group.every((other) => other.name === name);
    const spelling = isSame ? '' : ' (they differ only in case, blanks or Unicode form)';
    // Those that came last are the ones to rename.
    const latest = changed.length < group.length ? listed(paths.slice(0, changed.length)) : '';
    const exclusion = exclusionOf(paths[0] ?? '');
    return {
        brief: 'duplicate name',
        reason: `${listed(paths)} have the same name “${name}”${spelling}, so one entry would overwrite the other.`,
        hint: joined([
            `Give ${latest || 'each of them'} a \`title\` of its own in the front matter${adviseTemplate([group])}.`,
            exclusion !== undefined && `To leave one out, add a line such as \`${exclusion}\` at the end of \`files\`.`
        ])
    };
}

;// CONCATENATED MODULE: ./src/report/descriptions.ts


/** Notices about descriptions, by which an assistant chooses. None makes a run red. */
function descriptionNotices({ look, fates }) {
    if (look === undefined)
        return [];
    const [missing, theirs, others] = [undescribed(fates), personallyDescribed(look), otherThanSent(look, fates)];
    const said = [
        {
            paths: missing,
            what: count(missing.length, 'runbook has no description', 'runbooks have no description'),
            advice: 'The assistant chooses an entry by it: begin the text with a paragraph that says when to use it.'
        },
        {
            paths: theirs,
            what: `${count(theirs.length, 'entry keeps', 'entries keep')} the description that somebody wrote`,
            advice: 'To replace it, write a `description` into the front matter of its file.'
        },
        {
            paths: others,
            what: `${count(others.length, 'entry has', 'entries have')} another description than was sent, or none`,
            advice: 'Either this service cuts or refuses them, or somebody wrote them meanwhile. They stay as they are.'
        }
    ];
    return said.flatMap(({ paths, what, advice }) => {
        return paths.length === 0 ? [] : { level: 'notice', message: `${what}: ${listed(paths, MAX_NAMED)}. ${advice}` };
    });
}
/** Of what is sent, or would be. */
function undescribed(fates) {
    return fates.flatMap(({ is, of }) => {
        const isSent = (is === 'upserted' || is === 'planned') && of.is === 'planned';
        return isSent && of.runbook.description === '' ? of.runbook.path : [];
    });
}
function personallyDescribed({ runbooks, rows }) {
    return runbooks.named
        .filter((runbook) => rows.of(runbook.name).some((row) => keepsDescription(row, runbook)))
        .map(({ path }) => path);
}
/** Descriptions that were sent, and that the list does not show as they were. */
function otherThanSent({ rows }, fates) {
    return fates.flatMap((fate) => {
        if (fate.is !== 'upserted')
            return [];
        const { runbook, targets } = fate.of;
        const isOther = rows.of(runbook.name).some(({ details }) => {
            return details?.description !== undefined && (details.description ?? '') !== runbook.description;
        });
        return isOther && !targets.some((row) => keepsDescription(row, runbook)) ? [runbook.path] : [];
    });
}
/** The description that goes with a text; null if there is none, or one that a person wrote stays. */
function descriptionSent({ runbook, targets }) {
    return targets.some((row) => keepsDescription(row, runbook)) || runbook.description === ''
        ? null
        : runbook.description;
}

;// CONCATENATED MODULE: ./src/report/orphaned.ts




const DELETE = 'Delete its entry in the assistant.';
const COPY_THEN_DELETE = 'Copy what you need of it, then delete the entry in the assistant.';
/**
 * Why an entry has no runbook of its name, and what to do.
 *
 * @param showsTexts false if nobody may read what the assistant calls its entries, and to what they are bound.
 */
function sayOrphan(orphan, showsTexts) {
    const { row, isToRetire } = orphan;
    const isMisnamed = successorIn(orphan) !== undefined;
    const where = sayWhere(orphan);
    const said = { cause: isMisnamed ? 'retitled' : null, reason: where, needs: 'look' };
    if (isToRetire)
        return { ...said, hint: 'It is retired by a run in which nothing is refused, and nothing fails.' };
    const bound = isMisnamed && sayBound(row, showsTexts);
    if (row.by === 'run')
        return { ...said, hint: joined([bound, DELETE]) };
    const search = !showsTexts && `\`runbook-sync list\` (${COMMAND_LINE}) shows its name.`;
    return {
        cause: isMisnamed ? 'edited' : null,
        reason: `${where} Somebody renamed or edited the entry, so it stays.`,
        hint: joined([bound, COPY_THEN_DELETE, search]),
        needs: isMisnamed ? 'person' : 'look'
    };
}
/** Labels and a description that people have given an entry, and that the new one may lack. */
function sayBound({ details }, showsTexts) {
    if (details === undefined)
        return '';
    const { trigger, labels, description } = details;
    const given = joined([isFilled(labels) && 'labels', isFilled(description) && 'a description'], ' and ');
    return joined([
        trigger !== 'smart' && `It is bound to ${showsTexts ? sayTrigger(details) : trigger}: bind the new entry first.`,
        given && `It has ${given}: give the new entry the same first.`
    ]);
}
function sayWhere({ row: { line }, became }) {
    switch (became) {
        case 'gone branch':
            return 'The branch that it comes from is gone.';
        case 'removed':
            return 'Its runbook was removed.';
        case 'skipped':
            return 'Its runbook is left out now (draft, `runbook: false` or without text).';
        default:
            return became.path === line.path
                ? `Its runbook is called “${became.name}” now.`
                : `Its runbook was moved to ${became.path}, with the name “${became.name}”.`;
    }
}

;// CONCATENATED MODULE: ./src/report/report-rows.ts






/**
 * The outcomes of runbooks and entries, in the order in which people need to know them. The JSON report uses these words, and
 * docs/report.md explains them.
 */
const OUTCOMES = [
    'failed',
    'refused',
    'pending',
    'kept',
    'upserted',
    'planned',
    'retired',
    'orphaned',
    'unchanged',
    'skipped'
];
/** An outcome as people read it: what was upserted is delivered. */
function wordFor(outcome) {
    return outcome === 'upserted' ? 'delivered' : outcome;
}
/** True if a runbook is not in the knowledge base as it should be, or would not be after a sync. */
function isUndelivered({ outcome }) {
    return outcome === 'failed' || outcome === 'refused' || outcome === 'pending';
}
/** What needs a person most: what makes the run red, if there is any. The next step is the advice of the first. */
function urgentOf(rows) {
    const forPerson = rows.filter(({ needs }) => needs === 'person');
    const red = forPerson.filter((row) => row.red);
    return red.length > 0 ? red : forPerson;
}
/** Up to this many conflicts and edits get a command each; more share one sentence. */
const MAX_COMMANDS = 3;
/** A row for each fate: those first that need a person, then by path. */
function rowsOf(result) {
    const { look, fates } = result;
    if (look === undefined)
        return [];
    const aboutTexts = fates.filter(({ of }) => of.is === 'kept' || (of.is === 'refused' && 'row' in of));
    const areFew = aboutTexts.length <= MAX_COMMANDS;
    const looked = { ...result, look };
    const rows = fates.map((fate) => reportRowOf(fate, sayFate(fate, looked, areFew), result));
    const rank = (row) => {
        // An edited orphan is an edit that stays.
        const outcome = row.outcome === 'orphaned' && row.needs === 'person' ? 'kept' : row.outcome;
        return OUTCOMES.indexOf(outcome) * 2 - Number(row.red);
    };
    return rows.sort((one, other) => rank(one) - rank(other) || (one.path < other.path ? -1 : 1));
}
function reportRowOf({ is, of }, said, { showsTexts, differences }) {
    const about = of.is === 'orphaned' ? 'entry' : 'runbook';
    const { path, name } = subjectOf(of);
    return {
        about,
        path,
        // A public repository must not publish what the assistant calls its entries. A title may be the credential.
        name: said.cause !== 'secret' && (about === 'runbook' || showsTexts) ? (name ?? null) : null,
        outcome: is,
        cause: null,
        brief: asClause(said.reason ?? ''),
        reason: '',
        hint: '',
        needs: 'nothing',
        line: null,
        ofService: false,
        red: isUndelivered({ outcome: is }),
        replaces: false,
        description: null,
        ...said,
        difference: (about === 'runbook' && showsTexts ? differences.get(path) : null) ?? null
    };
}
function subjectOf(decision) {
    if ('runbook' in decision)
        return decision.runbook;
    if ('file' in decision)
        return decision.file;
    return { path: decision.row.line.path, name: decision.row.name };
}
function sayFate(fate, result, areFew) {
    switch (fate.is) {
        case 'planned': {
            const { of } = fate;
            if (of.is === 'orphaned')
                return { reason: `${sayWhere(of)} A note replaces its text.` };
            const description = descriptionSent(of);
            // Without the list, nothing is known of its entry.
            if (!result.look.rows.areKnown)
                return { description };
            const replaces = overwrites(of);
            return { reason: sayWhy(of), replaces, description, needs: replaces ? 'look' : 'nothing' };
        }
        case 'pending':
            return { reason: fate.why === 'not sent' ? 'Not sent.' : 'Sent, not confirmed.' };
        case 'upserted': {
            const { of, hasNewTitle } = fate;
            const reason = hasNewTitle ? `The entry “${of.rows[0]?.name ?? ''}” has its new title.` : '';
            return { reason, replaces: overwrites(of), description: descriptionSent(of) };
        }
        case 'retired':
            return { reason: sayWhere(fate.of) };
        case 'failed':
            return { needs: 'person', ...(fate.of.is === 'planned' ? sayFailure(fate, result) : sayFailedNote(fate)) };
        case 'unchanged':
            return {};
        case 'kept': {
            const reason = 'Somebody edited its entry in the assistant; the edit stays.';
            const { path } = fate.of.runbook;
            return { reason, hint: sayKeepOrDiscard(result, areFew ? path : undefined), needs: 'person' };
        }
        case 'skipped': {
            const { path, reason, hint = '', line = null } = fate.of.file;
            const skipped = { reason: `${reason}.`, line };
            const isConcerned = hint !== '' && result.look.runbooks.concerns(path);
            return isConcerned ? { ...skipped, hint, needs: 'look' } : skipped;
        }
        case 'refused': {
            const { of } = fate;
            const refused = { cause: of.cause, red: isRed(of, result.look.runbooks), needs: 'person' };
            if (of.cause === 'duplicate')
                return { ...refused, ...sayDuplicate(of) };
            if (of.cause === 'secret')
                return { ...refused, ...sayWithCredential(of) };
            if (of.cause !== 'text')
                return { ...refused, ...sayConflict(of, result, areFew ? of.runbook.path : undefined) };
            const { reason, hint = '', line = null } = of.file;
            return { ...refused, reason, hint, line };
        }
        case 'orphaned':
            return sayOrphan(fate.of, result.showsTexts);
    }
}
function sayFailure({ of, why, error }, { showsTexts, differences }) {
    const { message, hint, kind } = error;
    const changes = why === 'overtaken' && showsTexts ? differences.get(subjectOf(of).path) : undefined;
    const answer = error instanceof RequestError ? error.statusText : undefined;
    return {
        brief: answer === undefined ? BRIEF_FAILURES[why] : `the service answered ${answer}`,
        reason: joined([message, changes && sayFirstChange(changes)]),
        hint,
        ofService: SAYS_NOTHING_OF_TEXT.has(kind)
    };
}
function sayFailedNote({ why, error }) {
    // Somebody has edited the note meanwhile.
    const hint = why === 'overtaken' ? COPY_THEN_DELETE : DELETE;
    return { brief: 'not retired', reason: `Not retired: ${error.message}`, hint };
}
/** The answer to one text would be the same for any other. */
const SAYS_NOTHING_OF_TEXT = new Set([
    'forbidden',
    'wrong-address',
    'rate-limited',
    'service-failing',
    'unreachable'
]);
/** Why a runbook is not delivered, in a few words behind its path. */
const BRIEF_FAILURES = {
    rejected: 'not stored',
    'no answer': 'the service does not answer',
    late: 'the list does not show it',
    overtaken: 'the list shows another text',
    missing: 'its entry is not in the list any more'
};
/** @param changes a difference: two lines that say its direction, then its hunks. */
function sayFirstChange(changes) {
    // A blank line says nothing.
    const line = changes.slice(2).find((each) => /^[-+]./.test(each));
    // Whole: it is cut where it is shown, after a token in it was taken out.
    return line === undefined ? '' : `The first line that differs: ${quoted(visible(line.slice(1)), Infinity)}.`;
}
const WHY_PLANNED = {
    new: 'A new entry.',
    changed: 'Its text differs from that of its entry.',
    retitled: 'Its title has changed.',
    merged: 'It contains the edit now.',
    unseen: 'The list shows no text of its entry to compare with.',
    replaces: 'It replaces a text of the assistant, which is saved first.'
};
function sayWhy({ why, rows: [row], runbook }) {
    if (why === 'retitled' && row !== undefined)
        return `The entry “${row.name}” gets its new title.`;
    if (why !== 'changed' || row?.line === undefined || row.textDigest !== runbook.textDigest)
        return WHY_PLANNED[why];
    const { line, origin } = row;
    if (line.path !== runbook.path)
        return `Its file was moved from ${line.path}.`;
    if (origin !== 'this branch')
        return 'Its entry comes from another branch.';
    if (line.alerts !== runbook.alertList)
        return 'Its alerts change.';
    return line.blob === runbook.blob ? 'Its description changes.' : 'Its file has changed, but not its text.';
}

;// CONCATENATED MODULE: ./src/report/first-line.ts






/** The first line: `1 runbook delivered; 1 runbook is not delivered: docs/dns.md (the file is not UTF-8).` */
function sayFirst(run) {
    const { ended, mode, nothing, pulled, alerts } = run;
    if (nothing !== undefined)
        return `There is nothing to do: ${nothing}`;
    if (ended !== undefined)
        return joined([ended.message, mode === 'sync' && sayLeft(ended, run)]);
    switch (mode) {
        case 'sync':
            return sayRunbooks(run) || 'There is nothing to deliver.';
        case 'plan':
        case 'alerts':
            return joined([alerts?.firstLine, sayRunbooks(run)]);
        case 'pull': {
            const [first] = pulled.filter(({ kind }) => kind !== 'changed');
            return joined([sentence([sayPulledFiles(pulled)]), first && joined([first.path, first.reason], ': ')]);
        }
        case 'check':
            return 'The token is valid.';
        case 'list':
        case undefined:
            return '';
    }
}
/** The runbooks that a run has left undone because it ended early. */
function sayLeft({ kind }, run) {
    // An error of kind `stopped` says so itself, and a misspelled command sends nothing anyway.
    if (kind === 'stopped' || (kind === 'input' && run.workflow === ''))
        return '';
    return joined([!run.hasSent && 'Nothing was sent in this run; the assistant has what it had.', sayRunbooks(run)]);
}
function sentence(parts) {
    const said = joined(parts, '; ');
    return said && `${said}.`;
}
/** What was delivered, or would be; then what is missing, what is left to people, and what to know about all of it. */
function sayRunbooks(run) {
    const { mode, rows } = run;
    const isPlan = mode === 'plan';
    const of = (wanted) => rows.filter(({ outcome }) => outcome === wanted);
    const pending = Map.groupBy(of('pending'), ({ brief }) => brief);
    const gone = of('orphaned').filter(({ cause }) => cause === null);
    const misnamed = of('orphaned').filter(({ cause }) => cause !== null);
    const said = sentence([
        isPlan ? sayPlan(run) : sayDelivery(run),
        !isPlan && isQuiet(run) && 'Everything is up to date',
        ...Array.from(pending, ([brief, those]) => sayPaths(those, `runbook ${brief}`, `runbooks ${brief}`)),
        sayMissing([...of('failed'), ...of('refused')], isPlan),
        sayPaths(of('kept'), 'entry was edited in the assistant, and stays', 'entries were edited in the assistant, and stay'),
        sayPaths(gone, 'entry has no runbook any more', 'entries have no runbook any more'),
        sayPaths(misnamed, 'entry has another name than its runbook', 'entries have other names than their runbooks'),
        run.look?.rows.areWithoutTexts === true && '⚠️ the list shows no texts, so edits are replaced unseen',
        run.ended === undefined && sayOverdue(run.overdue, run.now, MAX_NAMED)
    ]);
    const isFirst = mode === 'sync' && run.isFirstSync && said !== '';
    return isFirst ? `First sync of ${run.repository} into this workspace: ${said}` : said;
}
/** True if there was nothing to do, and nothing is missing. */
function isQuiet({ ended, totals, rows }) {
    const { upserted, retired, pending, unchanged } = totals;
    const isIdle = upserted + retired + pending === 0 && unchanged > 0;
    return ended === undefined && isIdle && !rows.some(({ needs }) => needs === 'person');
}
function sayDelivery({ totals, saved }) {
    const replaced = saved.filter(({ became }) => became === 'replaced').length;
    const done = [
        totals.upserted > 0 && `${count(totals.upserted, 'runbook')} delivered`,
        replaced > 0 && `${count(replaced, 'text')} of the assistant saved and replaced`,
        totals.retired > 0 && `${count(totals.retired, 'entry', 'entries')} retired`
    ];
    return joined(done, ', ');
}
function sayPlan({ rows, inventory }) {
    const planned = rows.filter(({ outcome }) => outcome === 'planned');
    const sends = planned.filter(({ about }) => about === 'runbook').length;
    if (inventory === undefined)
        return `${count(sends, 'runbook')} can be sent; nothing is known of the assistant`;
    const replaced = planned.filter(({ replaces }) => replaces).length;
    const texts = replaced > 0 ? ` and replace ${count(replaced, 'text')} of the assistant` : '';
    const does = [
        sends > 0 && `send ${count(sends, 'runbook')}${texts}`,
        planned.length > sends && `retire ${count(planned.length - sends, 'entry', 'entries')}`
    ];
    return `A sync would ${joined(does, ', and ') || 'send nothing'}`;
}
/** `3 runbooks are not delivered: docs/a.md, docs/b.md (same name), docs/c.md:3 (the file is not UTF-8)` */
function sayMissing(rows, isPlan) {
    if (rows.length === 0)
        return '';
    const places = rows.map(({ path, line, brief }, at) => {
        const isSaidNext = at + 1 < MAX_NAMED && rows[at + 1]?.brief === brief;
        return joined([locationOf(path, line), !isSaidNext && `(${brief})`]);
    });
    const are = count(rows.length, 'runbook is', 'runbooks are');
    const isNot = isPlan ? `${count(rows.length, 'runbook')} would not be` : `${are} not`;
    return `${isNot} delivered: ${listed(places, MAX_NAMED)}`;
}
/** `2 entries have no runbook any more: docs/a.md, docs/b.md` */
function sayPaths(rows, one, several) {
    return rows.length === 0 ? '' : `${count(rows.length, one, several)}: ${pathsOf(rows)}`;
}
function pathsOf(rows) {
    const paths = rows.map(({ path }) => path);
    return listed(paths, MAX_NAMED);
}
/** `2 files changed, 1 edit beside its file` */
function sayPulledFiles(pulled) {
    const total = (wanted) => pulled.filter(({ kind }) => kind === wanted).length;
    const parts = [
        total('changed') > 0 && `${count(total('changed'), 'file')} changed`,
        total('beside') > 0 && count(total('beside'), 'edit beside its file', 'edits beside their files'),
        total('not pulled') > 0 && `${format(total('not pulled'))} not pulled`
    ];
    return joined(parts, ', ') || 'There are no edits to pull';
}
/** The next step of a person, in sentences; empty if there is none. */
function sayNext(run) {
    const { ended, mode, workflow, pulled, rows, totals, alerts, overdue } = run;
    if (ended !== undefined) {
        const isEmptyToken = ended instanceof InputError && ended.input === 'token';
        const isAboutToken = isEmptyToken || ended.kind === 'token-rejected' || ended.kind === 'forbidden';
        return joined([
            ended.hint,
            // Only the workflow knows the name of the secret.
            isAboutToken && run.workflowUrl !== '' && `The workflow: ${run.workflowUrl}.`,
            isEmptyToken ? sayRepeat(run) : sayStart(ended.kind, run)
        ]);
    }
    const kinds = new Set(pulled.map(({ kind }) => kind));
    if (kinds.has('beside'))
        return 'Copy what is right from each `.edited` file into the file beside it, and delete the `.edited` file.';
    if (kinds.has('not pulled'))
        return 'A warning says what to do with each edit that is not pulled. Then pull again.';
    // In a job, a later step makes a pull request of them.
    if (kinds.has('changed') && workflow === '')
        return 'Look at the changes with `git diff`, then commit and push them.';
    const urgent = urgentOf(rows);
    const isIdle = urgent.length === 0;
    const failed = run.fates.find((fate) => fate.is === 'failed');
    return joined([
        adviceFor(urgent),
        failed && sayStart(failed.error.kind, run),
        mode === 'plan' && urgent[0]?.red === true && 'Correct this first, or the next sync fails.',
        alerts?.nextStep,
        isIdle && totals.orphaned > 0 && 'Delete what you do not need in the assistant.',
        isIdle && overdue.some(({ named }) => named) && 'Review what is overdue, and change its date in the front matter.'
    ]);
}
/** The first advice; after the files that it is about, if the first line may name others as well. */
function adviceFor(rows) {
    const { hint = '', about } = rows[0] ?? {};
    const same = rows.filter((row) => row.hint === hint);
    const more = rows.length - same.length;
    if (more === 0 && about !== 'entry')
        return hint;
    return joined([`${pathsOf(same)}: ${hint}`, more > 0 && `There is other advice for ${count(more, 'more runbook')}.`]);
}
const WHERE_UNCOMMITTED = { worktree: 'in the work tree', staged: 'in the index' };
/** `1 refused, 3 delivered, 240 unchanged; 243 files selected at commit 3f2a1c9.` */
function sayCounts({ look, totals, uncommitted }) {
    if (look === undefined)
        return '';
    const found = OUTCOMES.filter((outcome) => totals[outcome] > 0);
    const outcomes = found.map((outcome) => `${format(totals[outcome])} ${wordFor(outcome)}`);
    const { head, fileAt } = look.runbooks;
    const commit = head !== '' && `at commit ${shortId(head)}`;
    const place = uncommitted === undefined ? commit : WHERE_UNCOMMITTED[uncommitted];
    const files = joined([`${count(fileAt.size, 'file')} selected`, place]);
    return sentence([joined(outcomes, ', '), files]);
}

;// CONCATENATED MODULE: ./src/report/notices.ts






/** Bytes. The documentation of the service recommends smaller ones. */
const RECOMMENDED_SIZE = 50 * 1024;
/** Long enough for a holiday, in days. */
const WARN_DAYS = 14;
const DAY = 24 * 60 * 60 * 1000;
/** Notices and warnings, which do not fail the run: those first that are about all of it. */
function noticesOf(result, now) {
    const { look, notices, pulled, saved, sizes, alerts } = result;
    const all = [
        ...expiryNotices(result, now),
        ...notices,
        ...(look === undefined ? [] : listNotices(look)),
        ...sizeNotices(sizes),
        ...descriptionNotices(result),
        ...pulled.flatMap((one) => [sayPulled(one, result), ...credentialsIn(one)]),
        ...saved.map((text) => saySaved(text, result)),
        ...(alerts?.notices ?? [])
    ];
    return all.sort((one, other) => Number(one.path !== undefined) - Number(other.path !== undefined));
}
function notice(message) {
    return { level: 'notice', message };
}
function warning(message) {
    return { level: 'warning', message };
}
function sizeNotices(sizes) {
    const large = sizes.filter((size) => size > RECOMMENDED_SIZE).length;
    if (large === 0)
        return [];
    const were = count(large, 'entry of more than 50 KB was', 'entries of more than 50 KB were');
    const hint = 'Smaller documents are recommended: split a runbook if the assistant does not find what is in it.';
    return [notice(`${were} sent. ${hint}`)];
}
/** A warning around the day on which the token stops working. The service cannot be asked. */
function expiryNotices({ tokenExpiresOn, inventory }, now) {
    if (tokenExpiresOn === undefined)
        return [];
    const days = Math.ceil((tokenExpiresOn.getTime() - now.getTime()) / DAY);
    if (days > WARN_DAYS)
        return [];
    const day = tokenExpiresOn.toISOString().slice(0, 10);
    if (days <= 0 && inventory !== undefined) {
        const past = `The date in the workflow is past (\`token-expires-on: ${day}\`), yet the token works: correct the date.`;
        return [warning(past)];
    }
    const when = days > 0 ? `expires on ${day}, in ${count(days, 'day')}` : `expired on ${day}`;
    const hint = 'Choose Rotate in Settings → Access Tokens of the assistant, store the new value as the secret that the workflow gives to `token` at once, ' +
        'because the old value stops working, and update `token-expires-on`.';
    return [warning(`The token ${when} (\`token-expires-on\`). ${hint}`)];
}
function saySaved(text, { workflow }) {
    const { of, path, name, file } = text;
    const where = joined([
        `saved in ${file}.`,
        text.hasCredential === true && 'It has a credential, and is not shown: rotate that.',
        workflow !== '' &&
            'The runner deletes that folder after the job, so a later step has to keep it (output `overwritten`).'
    ]);
    const said = {
        replaced: warning(`The ${of} of the entry “${name}” in the assistant was replaced, and is ${where}`),
        merged: notice(`The edit of the entry “${name}” is in the file now. Its text in the assistant is ${where}`),
        unknown: warning(`The ${of} of the entry “${name}” may have been replaced. A copy of it is ${where}`),
        'not replaced': notice(`The ${of} of the entry “${name}” was not replaced. A copy of it is ${where}`)
    };
    return { ...said[text.became], path };
}
function sayPulled({ path, file, kind, reason }, result) {
    if (kind === 'changed')
        return { ...notice('An edit from the assistant is in the file now.'), path };
    if (kind === 'not pulled')
        return { ...warning(reason), path };
    // If both changed the same lines, no sync can tell that the edit is in the file.
    const copy = 'Copy what is right into the file, and delete the `.edited` one.';
    const discard = `If the next sync refuses the runbook, ${sayDiscard(result, path)}.`;
    return { ...warning(`The edit is in ${file}. ${reason} ${copy} ${discard}`), path };
}
/** A person may have pasted one at night. */
function credentialsIn({ file, credentials = [] }) {
    return credentials.map(({ line, kind }) => {
        const message = `The edit has brought a credential into the file: ${kind}. Remove it before you commit, and rotate it: everybody who may ask the assistant can read it.`;
        return { ...warning(message), path: file, line };
    });
}
/** Warnings and notices about entries that the list hides, or shows twice, or that no file explains. */
function listNotices({ runbooks, rows }) {
    const { areWithoutTexts } = rows;
    const hidden = rows.all.filter(({ name, by }) => by === 'unknown' && hasName(runbooks, name)).length;
    const unselected = rows.all.flatMap((row) => {
        return standingOf(row, runbooks) === 'another step' ? (row.line?.path ?? []) : [];
    });
    const several = runbooks.named.filter(({ name }) => entriesAmong(rows.of(name)).some(({ length }) => length > 1));
    const names = listed(several.map(({ name }) => `“${name}”`));
    const come = count(unselected.length, 'entry comes', 'entries come');
    const all = [
        !areWithoutTexts &&
            hidden > 0 &&
            warning(`Edits in the assistant are not seen in ${count(hidden, 'entry', 'entries')} whose text the list does not show.`),
        rows.isIncomplete &&
            notice('The list names more entries than it shows. If it hides one that somebody edited, its runbook looks new, and replaces the edit unseen.'),
        unselected.length > 0 &&
            notice(`${come} from files that \`files\` does not select: ${listed([...new Set(unselected)])}. Another step delivers them, or they were moved.`),
        several.length > 0 &&
            warning(`The knowledge base has several entries named ${names}. Remove the outdated ones in the assistant.`)
    ];
    return all.filter((one) => one !== false);
}
/** So that two swapped tokens or a forgotten entry are noticed: `52 entries: 48 current, 3 outdated, 1 by-hand`. */
function sayInventory(inventory) {
    const parts = ENTRY_STATES.map((state) => inventory[state] > 0 && `${format(inventory[state])} ${state}`);
    return joined([count(inventory.entries, 'entry', 'entries'), joined(parts, ', ')], ': ');
}

;// CONCATENATED MODULE: ./src/report/report.ts






/** @param now decides which reviews are overdue, and whether the token expires soon. */
function reportOf(result, now) {
    const { mode, repository, serverUrl, showsTexts, look, inventory, alerts, ended, saved, pulled } = result;
    // Logs of a public repository are public, and the path may be a secret.
    const assistant = showsTexts ? result.assistant : (URL.parse(result.assistant)?.host ?? '');
    const rows = rowsOf(result);
    const totals = totalsOf(rows);
    const overdue = overdueOf(result, now);
    const run = { ...result, rows, totals, overdue, now };
    const kind = failureOf(run);
    return {
        version: 1,
        programVersion: VERSION,
        mode: mode ?? null,
        success: kind === undefined,
        firstLine: sayFirst(run),
        nextStep: sayNext(run),
        failure: kind === undefined ? null : { kind },
        repository,
        serverUrl,
        workflow: result.workflow,
        workflowUrl: result.workflowUrl,
        runUrl: result.runId === undefined ? '' : `${serverUrl}/${repository}/actions/runs/${result.runId}`,
        assistant,
        where: joined([assistant !== '' && `Assistant: ${assistant}.`, `Runbook Sync ${VERSION}.`]),
        head: result.uncommitted === undefined ? (look?.runbooks.head ?? '') : '',
        counts: sayCounts(run),
        totals,
        failed: look !== undefined || ended === undefined ? rows.filter(isUndelivered).length : null,
        edits: editsIn(run),
        inventory: inventory ?? null,
        listShowsTexts: inventory === undefined ? null : look?.rows.areWithoutTexts !== true,
        list: inventory === undefined ? '' : `Before the run, the knowledge base had ${sayInventory(inventory)}.`,
        saved: saved.map(({ path, name, file, content, hasCredential }) => {
            return { path, name, file, text: showsTexts && hasCredential !== true ? content : null };
        }),
        pulled: pulled.map(({ path, file, kind, reason }) => ({ path, file, kind, reason })),
        notices: noticesOf(result, now).map(({ level, message, path = null, line = null }) => {
            return { level, message, path, line };
        }),
        alerts: alerts?.rows ?? [],
        rulesNotRead: alerts?.notRead ?? [],
        alertCounts: alerts?.counts ?? [],
        overdue: look === undefined ? null : overdue,
        runbooks: rows
    };
}
/** True if it says of each file what to do. */
function isSaidOfFiles({ failure, runbooks, pulled }) {
    const isAboutFiles = failure === null || failure.kind === 'incomplete';
    // The failure of a service is said of the run.
    const isOfService = runbooks.some(({ ofService }) => ofService);
    return isAboutFiles && !isOfService && (runbooks.some(({ needs }) => needs === 'person') || pulled.length > 0);
}
function totalsOf(rows) {
    const totals = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0]));
    for (const { outcome } of rows)
        totals[outcome]++;
    return totals;
}
/** Edits, and entries by hand, that are not in the files. */
function editsIn({ mode, pulled, ended, rows, inventory }) {
    if (mode === 'pull' && (ended === undefined || pulled.length > 0))
        return pulled.length;
    if (inventory === undefined)
        return null;
    return rows.filter(({ outcome, cause }) => outcome === 'kept' || cause === 'conflict' || cause === 'edited').length;
}
/** The kind of failure that makes the run red; undefined if it is green. */
function failureOf({ ended, pulled, rows, alerts }) {
    if (ended !== undefined)
        return ended.kind;
    const isIncomplete = rows.some(({ red }) => red) || pulled.some(({ kind }) => kind !== 'changed');
    return isIncomplete || alerts?.isRed === true ? 'incomplete' : undefined;
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
const MAX_LINE = 2000;
const MAX_CODE = 500;
const MAX_MARKDOWN = 1000;
const MAX_JSON = 4000;
/** Control and format characters: bidirectional controls, zero-width characters, tags; separators of lines and paragraphs. */
const sink_INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** The characters among them that JSON may hold as they are; its line feeds are between values. */
const INVISIBLE_IN_JSON = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;
const NAMED = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const LINKS = [
    [WORKFLOW, 'docs/workflow.md'],
    [COMMAND_LINE, 'docs/command-line.md'],
    [GITHUB_STATUS, 'githubstatus.com']
];
/** Markdown that is ours. A string is not. */
class Markup {
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
    line(text) {
        return shorten(escapeLine(this.redact(text)), MAX_LINE);
    }
    /** A line of a text, in which a tab stays what it is. */
    code(line) {
        return shorten(this.redact(line).split('\t').map(escapeLine).join('\t'), MAX_CODE);
    }
    /** JSON of the same value, in which nothing is active when a step or a terminal prints it. */
    json(value) {
        const redact = (_, part) => typeof part === 'string' ? shorten(this.redact(part), MAX_JSON) : part;
        return `${JSON.stringify(value, redact, 2)}\n`
            .replace(INVISIBLE_IN_JSON, (char) => char.replace(/[^]/g, unicodeEscape))
            .replaceAll('##[', '#\\u0023[');
    }
    trace(stacks) {
        return stacks.flatMap((stack) => stack.split('\n')).map((line) => this.line(line));
    }
    /** A template of Markdown. The strings that are put in become text in which nothing is markup. */
    markup = (template, ...parts) => {
        const [start = '', ...rest] = template;
        return new Markup(start + rest.map((text, at) => this.#textOf(parts[at] ?? '') + text).join(''));
    };
    #textOf(part) {
        if (part instanceof Markup)
            return part.text;
        return typeof part === 'number' ? format(part) : escapeMarkdown(shorten(this.redact(part), MAX_MARKDOWN));
    }
    /**
     * A sentence of a report, which may quote texts of others: what stands between two backticks becomes code, and an address of ours
     * a link.
     *
     * @param own addresses of this run.
     */
    prose = (sentence, own = []) => {
        let text = this.#textOf(sentence).replace(/&#96;(.+?)&#96;/g, '<code>$1</code>');
        for (const [address, title] of [...LINKS, ...own]) {
            text = text.replaceAll(escapeMarkdown(address), `[${title}](${address})`);
        }
        return new Markup(text);
    };
    /** Lines as a block of code whose fence is longer than every run of tildes in it. */
    codeBlock = (language, lines) => {
        const shown = lines.map((line) => this.code(line));
        const runs = shown.flatMap((line) => line.match(/~+/g) ?? []);
        const fence = '~'.repeat(runs.reduce((most, { length }) => Math.max(most, length), 2) + 1);
        return new Markup([`${fence}${language}`, ...shown, fence].join('\n'));
    };
}
/** Makes invisible characters visible on one line: a line feed as `\n`, a right-to-left override as `\u{202e}`. */
function makeVisible(text) {
    return text
        .toWellFormed()
        .replace(sink_INVISIBLE, (char) => NAMED[char] ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}
/** One line that neither the runner nor a terminal takes for a command. */
function escapeLine(text) {
    return makeVisible(text)
        .replaceAll('##[', '# #[')
        .replace(/^(\s*:):/, '$1 :');
}
function unicodeEscape(unit) {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
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

;// CONCATENATED MODULE: ./src/report/report-lines.ts



/** Lines about runbooks and entries, and about notices. */
const report_lines_MAX_LINES = 100;
/** Files that one line names. */
const MAX_PATHS = 10;
/**
 * The lines that explain the first one: all but what is unchanged, what needs a person first; the alerts without a runbook; the
 * notices; what is overdue; and the counts.
 *
 * @param hasAdvice true if the reader gets the advice of a row elsewhere.
 */
function reportLines({ runbooks, alerts, notices, counts, list, alertCounts, overdue }, hasAdvice) {
    const lines = [
        ...groupsOf(runbooks.filter(({ outcome }) => outcome !== 'unchanged')).flatMap((rows) => {
            const hint = hasAdvice(rows[0]) ? '' : rows[0].hint;
            return rows.length > 1 && rows.every(isBrief) ? [lineOfGroup(rows, hint)] : rows.map((row) => lineOf(row, hint));
        }),
        ...alerts
            .filter(({ state }) => state === 'without')
            .map(({ state, file, line, alert }) => lineWith(state, [`${file}:${line}`, alert]))
    ];
    const noticed = notices.map(({ level, message, path, line }) => {
        return lineWith(level, [locationOf(path, line), message]);
    });
    // Differences are what a person asks for.
    const shown = lines.filter(({ difference }, at) => at < report_lines_MAX_LINES || difference !== null);
    const all = [...shown, ...noticed.slice(0, report_lines_MAX_LINES)];
    const more = lines.length + noticed.length - all.length;
    // The first line names all of a few.
    const isLong = (overdue ?? []).length > MAX_NAMED;
    const late = isLong && sayOverdue(overdue ?? [], undefined, MAX_PATHS);
    const sentences = [
        more > 0 && `and ${count(more, 'more line')}: see the JSON report`,
        late && `${late}.`,
        counts,
        list,
        ...alertCounts
    ];
    return [...all, ...sentences.flatMap((text) => (text ? lineWith('', [text]) : []))];
}
function lineWith(label, parts) {
    return { label, text: joined(parts, '  '), difference: null };
}
/** One line can stand for several such rows. */
function isBrief(row) {
    return row.difference === null && (isUndelivered(row) || row.outcome === 'kept' || row.outcome === 'skipped');
}
function lineOf(row, hint) {
    const { outcome, name, path, line, reason, description, difference } = row;
    const said = joined([
        name !== null && `“${name}”`,
        reason,
        hint,
        outcome === 'planned' && description !== null && `Description: ${description}`
    ]);
    return { ...lineWith(wordFor(outcome), [locationOf(path, line), said]), difference };
}
function lineOfGroup(rows, hint) {
    const [{ outcome, cause, reason }] = rows;
    const paths = rows.map(({ path }) => path);
    // The reason names them.
    const named = cause === 'duplicate' ? '' : listed(paths, MAX_PATHS);
    return lineWith(wordFor(outcome), [count(rows.length, 'file'), joined([reason, hint]), named]);
}
/** Rows of which the same is to be said, in the order of the first row of each: one line can stand for all. */
function groupsOf(rows) {
    const groups = Map.groupBy(rows, ({ outcome, reason, hint, red }) => JSON.stringify([outcome, reason, hint, red]));
    return [...groups.values()];
}

;// CONCATENATED MODULE: ./src/report/summary.ts





/** Bytes. GitHub drops a summary of more than 1 MiB; the rest is for other steps. */
const summary_MAX_BYTES = 1024 * 1024 - 64 * 1024;
/** Files that one row names, items that are shown without unfolding, and differences. */
const MAX_FILES = 10;
const UNFOLDED = 25;
const MAX_TEXTS = 20;
/** The job summary: Markdown in which no text of others is markup. What needs a person comes first. */
class Summary {
    #report;
    #sink;
    #lines = [];
    constructor(report, sink) {
        this.#report = report;
        this.#sink = sink;
    }
    #prose = (sentence) => {
        const { workflowUrl } = this.#report;
        return this.#sink.prose(sentence, workflowUrl === '' ? [] : [[workflowUrl, workflowUrl.split('/').at(-1) ?? '']]);
    };
    text() {
        const prose = this.#prose;
        const { markup, codeBlock } = this.#sink;
        const { runbooks, saved, notices, alerts, alertCounts, list, where, overdue } = this.#report;
        this.#head();
        this.#person();
        for (const { path, difference } of runbooks.filter((row) => row.difference !== null).slice(0, MAX_TEXTS)) {
            this.#folded(markup `Another text in the assistant: ${path}`, [codeBlock('diff', difference ?? [])]);
        }
        const about = notices.flatMap(({ path, line, message }) => {
            return path === null ? [] : markup `- ${this.#file(path, line)}: ${prose(message)}`;
        });
        this.#part('Worth a look', about);
        const items = alerts
            .filter(({ state }) => state === 'without')
            .map(({ alert, file, line }) => markup `- ${alert}, ${this.#file(file, line)}`);
        this.#part('Alerts without a runbook', items);
        this.#add(joinMarkup(alertCounts.map(prose), ' '));
        this.#list('Orphaned entries', 'orphaned');
        const late = (overdue ?? []).filter(({ named }) => named);
        const since = late.map((one) => markup `- ${this.#file(one.path, null)} “${one.name}”: since ${sayDay(one.since)}`);
        this.#part('Overdue', since);
        this.#list('Not delivered', 'pending');
        this.#list('Delivered', 'upserted');
        this.#list('Retired', 'retired');
        this.#list('To be sent', 'planned');
        this.#list('Left out', 'skipped');
        this.#add(prose(joined([list, where])));
        // Last, because they may be long.
        for (const { path, text } of saved) {
            if (text !== null)
                this.#folded(markup `Replaced: ${path}`, [codeBlock('text', text.split('\n'))]);
        }
        return fit(this.#lines);
    }
    /** The first line, the next step, the counts, and the notices about the whole run. */
    #head() {
        const prose = this.#prose;
        const { failure, firstLine, nextStep, runbooks, counts, notices, mode, listShowsTexts } = this.#report;
        const green = runbooks.some(isForPerson) || listShowsTexts === false ? '⚠️' : '✅';
        const success = mode === 'plan' ? '📋' : green;
        this.#add(new Markup(`## ${failure === null ? success : '❌'} Runbook Sync`));
        if (failure === null || isSaidOfFiles(this.#report))
            this.#add(prose(firstLine));
        else
            this.#box('CAUTION', [firstLine, nextStep]);
        this.#add(prose(counts));
        const general = (wanted) => notices.filter(({ path, level }) => path === null && level === wanted).map(({ message }) => message);
        this.#box('WARNING', general('warning'));
        this.#box('NOTE', general('notice'));
    }
    #person() {
        const prose = this.#prose;
        const { markup } = this.#sink;
        const missing = this.#report.runbooks.filter(isForPerson);
        const rows = groupsOf(missing).map((group) => {
            const [first] = group;
            const icon = new Markup(first.red ? '❌' : '⚠️');
            return markup `| ${icon} ${this.#files(group)} | ${prose(first.reason)} | ${prose(first.hint)} |`;
        });
        if (rows.length === 0)
            return;
        this.#add(new Markup('### Needs a person'));
        this.#lines.push(new Markup('| runbook | why | what to do |\n| --- | --- | --- |'), ...rows, EMPTY);
    }
    #files(rows) {
        const shown = rows.slice(0, MAX_FILES).map((row) => this.#subject(row));
        const more = rows.length - shown.length;
        return joinMarkup([...shown, more > 0 ? this.#sink.markup `and ${more} more` : EMPTY], '<br>');
    }
    /** A file with the name of its entry. A file that is gone is not at this commit. */
    #subject({ about, path, line, name }) {
        const { markup } = this.#sink;
        const file = about === 'entry' ? markup `${path}` : this.#file(path, line);
        return name === null ? file : markup `${file} “${name}”`;
    }
    #list(title, outcome) {
        const { markup } = this.#sink;
        const rows = this.#report.runbooks.filter((row) => row.outcome === outcome && !isForPerson(row));
        const items = rows.map((row) => {
            const said = this.#prose(joined([row.reason, row.hint, row.description ?? '']));
            return joinMarkup([markup `- ${this.#subject(row)}`, said], ': ');
        });
        this.#part(title, items);
    }
    /** A part with a heading, folded if it is long; nothing without items. */
    #part(title, items) {
        if (items.length === 0)
            return;
        this.#add(new Markup(`### ${title}`));
        if (items.length > UNFOLDED)
            this.#folded(this.#sink.markup `${items.length}`, items);
        else
            this.#lines.push(...items, EMPTY);
    }
    /** Line by line, so that a long part can be cut. */
    #folded(title, lines) {
        const opening = this.#sink.markup `<details>\n<summary>${title}</summary>\n`;
        this.#lines.push(opening, ...lines, EMPTY, new Markup('</details>'), EMPTY);
    }
    /** A box of GitHub; nothing without paragraphs. */
    #box(kind, paragraphs) {
        const said = joinMarkup(paragraphs.map(this.#prose), '\n>\n> ');
        if (said.text !== '')
            this.#add(new Markup(`> [!${kind}]\n> ${said.text}`));
    }
    #add(paragraph) {
        if (paragraph.text !== '')
            this.#lines.push(paragraph, EMPTY);
    }
    /** A file as a link to its line at the commit; its path alone if the commit, or the repository, is not known. */
    #file(path, line) {
        const { repository, serverUrl, head } = this.#report;
        const text = this.#sink.markup `${path}${line === null ? '' : `:${line}`}`;
        if (repository === '' || head === '')
            return text;
        // GitHub shows lines of Markdown only in the plain view.
        const target = `blob/${head}/${this.#encoded(path)}${line === null ? '' : `?plain=1#L${line}`}`;
        return new Markup(`[${text.text}](${encodeURI(serverUrl)}/${this.#encoded(repository)}/${target})`);
    }
    /** A path as a part of an address. A parenthesis could end the link. */
    #encoded(path) {
        const encoded = encodeURIComponent(this.#sink.redact(path).toWellFormed());
        return encoded.replaceAll('%2F', '/').replaceAll('(', '%28').replaceAll(')', '%29');
    }
}
const EMPTY = new Markup('');
function isForPerson({ needs }) {
    return needs === 'person';
}
function joinMarkup(parts, separator) {
    const texts = parts.map(({ text }) => text).filter((text) => text !== '');
    return new Markup(texts.join(separator));
}
/** As many lines as a summary holds. */
function fit(lines) {
    let left = summary_MAX_BYTES;
    const end = lines.findIndex(({ text }) => (left -= Buffer.byteLength(text) + 1) < 0);
    const texts = lines.map(({ text }) => text);
    if (end === -1)
        return `${texts.join('\n').trimEnd()}\n`;
    const kept = texts.slice(0, end).join('\n');
    const isFolded = kept.lastIndexOf('<details>') > kept.lastIndexOf('</details>');
    const cut = 'The rest is left out, because a summary holds 1 MiB. The JSON report has more.';
    return `${kept}\n${isFolded ? '\n</details>\n' : ''}\n${cut}\n`;
}

;// CONCATENATED MODULE: ./src/report/publish.ts










/** GitHub shows ten annotations of a level and step. The tenth sums up: of the errors, it is the failure. */
const MAX_ANNOTATIONS = 9;
function jobJournal(sink) {
    return new Journal({
        say: (line) => {
            core.info(sink.line(line));
        },
        // A step with `always()` needs it after the run was killed.
        saves: (folder) => {
            core.setOutput('overwritten', sink.redact(folder));
        }
    });
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
    const summary = new Summary(report, sink).text();
    log(report, sink);
    for (const annotation of annotationsOf(report))
        annotate(annotation, sink);
    await attempt('outputs', sink, () => {
        setOutputs(report);
    });
    await attempt('report', sink, async () => writeFiles(sink.json(report), summary, env));
    await attempt('job summary', sink, async () => core.summary.addRaw(summary).write());
    return report.success ? undefined : sink.line(sayBriefly(report));
}
/** The first line, and the next step unless each file has its own. */
function sayBriefly(report) {
    return joined([report.firstLine, !isSaidOfFiles(report) && report.nextStep]);
}
/** Where it happened, what happened, and the lines that explain it. */
function log(report, sink) {
    // Annotations give the rest.
    const found = reportLines({ ...report, notices: [] }, ({ needs }) => needs !== 'nothing');
    const lines = found.map(({ label, text }) => (label ? `${label.padEnd(9)} ${text}` : text));
    // If there is nothing to explain, the error at the end of the log says it alone.
    const first = lines.length > 0 || report.success ? [`Runbook Sync: ${sayBriefly(report)}`] : [];
    for (const line of [report.where, ...first, ...lines])
        core.info(sink.line(line));
}
/** An error for each file that makes the run red by its text or its entry, a warning for each other row that somebody should look at, and the notices. */
function annotationsOf({ runbooks, notices }) {
    const shown = runbooks.filter(({ needs }) => needs !== 'nothing');
    const errors = shown.filter(({ red, ofService }) => red && !ofService);
    // First what its author can correct on a line of the file.
    errors.sort((one, other) => Number(one.line === null) - Number(other.line === null));
    const warned = shown.filter(({ red }) => !red);
    const others = [
        ...notices.filter(({ path }) => path === null),
        ...warned.map((row) => annotationOf(row, 'warning')),
        ...notices.filter(({ path }) => path !== null)
    ];
    return [
        ...errors.slice(0, MAX_ANNOTATIONS).map((row) => annotationOf(row, 'error')),
        ...atMostTen(others, 'warning'),
        ...atMostTen(others, 'notice')
    ];
}
function annotationOf({ outcome, path, line, reason, hint }, level) {
    return { level, path, line, message: joined([outcome === 'skipped' && 'Skipped:', reason, hint]) };
}
function atMostTen(all, level) {
    const wanted = all.filter((one) => one.level === level);
    const more = wanted.length - MAX_ANNOTATIONS;
    if (more <= 0)
        return wanted;
    const message = `${count(more, `more ${level}`)}: see the job summary.`;
    return [...wanted.slice(0, MAX_ANNOTATIONS), { level, path: null, line: null, message }];
}
/** The log shows the message without its file, so the message names the file. */
function annotate({ level, message, path, line }, sink) {
    core[level](sink.line(joined([locationOf(path, line), message], ': ')), {
        ...(path !== null && { file: sink.line(path) }),
        ...(line !== null && { startLine: line })
    });
}
/** They count the branch, not the push. What is not known is empty. The journal has set `overwritten`. */
function setOutputs({ totals, failed, edits, inventory, overdue, failure }) {
    core.setOutput('upserted', totals.upserted);
    core.setOutput('failed', failed ?? '');
    core.setOutput('edits', edits ?? '');
    core.setOutput('orphaned', inventory === null ? '' : totals.orphaned);
    core.setOutput('overdue', overdue?.length ?? '');
    core.setOutput('token-rejected', failure?.kind === 'token-rejected');
}
/** In a folder of its own, because two steps of a job may use this Action. */
async function writeFiles(report, summary, env) {
    const temp = env['RUNNER_TEMP'] ?? '';
    const folder = await (0,external_node_fs_promises_.mkdtemp)((0,external_node_path_.join)(temp === '' ? (0,external_node_os_.tmpdir)() : temp, 'runbook-sync-'));
    await (0,external_node_fs_promises_.writeFile)((0,external_node_path_.join)(folder, 'report.json'), report);
    await (0,external_node_fs_promises_.writeFile)((0,external_node_path_.join)(folder, 'summary.md'), summary);
    core.setOutput('report', (0,external_node_path_.join)(folder, 'report.json'));
    core.setOutput('summary', (0,external_node_path_.join)(folder, 'summary.md'));
}
/** A failure must not hide the rest of the report. */
async function attempt(what, sink, write) {
    try {
        await write();
    }
    catch (error) {
        core.warning(sink.line(`The ${what} could not be written: ${messageOf(error)}.`));
    }
}

;// CONCATENATED MODULE: ./src/main.ts
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

















/** Runs the Action. Every error ends here: it is reported, and fails the job. */
async function main() {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const sink = new Sink([given('token'), given('github-token')]);
        const journal = jobJournal(sink);
        const { GITHUB_REPOSITORY: repository = '', GITHUB_SERVER_URL: serverUrl = '' } = process.env;
        journal.record({ repository, serverUrl });
        const cancellation = __addDisposableResource(env_1, new Cancellation('The job was cancelled.'), false);
        const resources = __addDisposableResource(env_1, new AsyncDisposableStack(), true);
        const lifetime = { resources, signal: cancellation.signal, trace: debugLog(sink) };
        const ended = await cancellation.limit(act(journal, lifetime)).then(() => undefined, asActionError);
        const stacks = ended?.kind === 'defect' ? stacksOf(ended.cause) : [];
        const result = journal.result(ended);
        const said = await hideCredentials({ report: reportOf(result, new Date()), stacks }, result);
        for (const line of sink.trace(said?.stacks ?? []))
            core.debug(line);
        const failure = said === undefined ? NOT_SEARCHED : await publish(said.report, sink, process.env);
        if (failure === undefined)
            return;
        core.setFailed(failure);
        // Requests and Git commands of a run that failed must not keep the process alive; the log is complete before.
        process.stdout.write('', () => process.exit());
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        const result_1 = __disposeResources(env_1);
        if (result_1)
            await result_1;
    }
}
/** The story of a run: inputs, event, task; then client, source, and what the task asks for. */
async function act(journal, lifetime) {
    const inputs = readInputs(given, core.setSecret);
    prepareProxies(process.env);
    const { context, getOctokit } = await importGitHub(process.env);
    const job = readJob(context, process.env);
    const task = decideTask(job, inputs.mode);
    journal.record(frameOf(job, inputs, task));
    journal.record({ inputsByHand: await inputsByHand((0,external_node_path_.join)(job.workspace, inputs.root), job.workflow) });
    if (task.kind === 'nothing') {
        journal.record({ nothing: task.reason });
        return;
    }
    const ready = withClient(task, openClient(inputs, journal, lifetime), inputs);
    const source = await openSource(inputs, job, process.env, journal.notice);
    lifetime.resources.use(source);
    const github = new GitHub(getOctokit, job, inputs.githubToken);
    await perform({ job, inputs, source, github, journal }, ready);
}
function given(name) {
    return core.getInput(name, { trimWhitespace: false });
}


/***/ })

};
