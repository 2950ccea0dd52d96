export const id = 145;
export const ids = [145,415];
export const modules = {

/***/ 415:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  Line: () => (/* binding */ Line)
});

// UNUSED EXPORTS: DeadlineError

// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(8522);
// EXTERNAL MODULE: ./node_modules/undici/lib/dispatcher/pool.js
var pool = __webpack_require__(628);
var pool_default = /*#__PURE__*/__webpack_require__.n(pool);
// EXTERNAL MODULE: ./src/failures.ts
var failures = __webpack_require__(4320);
;// CONCATENATED MODULE: ./src/http/proxy.ts
/**
 * The proxy for `url` by `https_proxy` and `no_proxy` (lower case first, as curl), or undefined to go straight there.
 *
 * Only https goes through a proxy, in a CONNECT tunnel, so that no proxy sees the token. Plain http is for this machine
 * alone, which no proxy can reach on our behalf.
 */
function proxyFor(url, environment) {
    if (url.protocol !== 'https:')
        return undefined;
    const proxy = environment['https_proxy'] ?? environment['HTTPS_PROXY'] ?? '';
    const exceptions = environment['no_proxy'] ?? environment['NO_PROXY'] ?? '';
    if (proxy === '' || isException(url, exceptions))
        return undefined;
    return proxy.includes('://') ? proxy : `http://${proxy}`;
}
/** `example.com` stands for itself and everything below, as do `.example.com` and `*.example.com`; `*` for every host. */
function isException(url, exceptions) {
    const host = url.hostname.toLowerCase();
    const port = url.port === '' ? '443' : url.port;
    return exceptions
        .toLowerCase()
        .split(/[\s,]+/)
        .filter((exception) => exception !== '')
        .some((exception) => {
        if (exception === '*')
            return true;
        // A bare IPv6 address has colons of its own.
        const [, name = exception, only] = /^(\[.*\]|[^:]+):(\d+)$/.exec(exception) ?? [];
        if (only !== undefined && only !== port)
            return false;
        const domain = name.replace(/^\*?\./, '');
        return host === domain || host === `[${domain}]` || host.endsWith(`.${domain}`);
    });
}

;// CONCATENATED MODULE: ./src/http/line.ts




/** An error's answer is read this far: enough for what a person needs of it. */
const ERROR_BYTES = 16 * 1024;
/** No complete answer within the time for one exchange. */
class DeadlineError extends Error {
    code = 'DEADLINE';
}
/**
 * The connections to one API that speaks JSON: one HTTP exchange at a time on each, kept alive between them, which keeps
 * no process alive. It follows no redirect, tries nothing again, bounds the time and the bytes of every answer, and trusts
 * the certificates that Node trusts (`NODE_EXTRA_CA_CERTS` included).
 */
class Line {
    #dispatcher;
    #options;
    #base;
    #aborted;
    constructor(dispatcher, base, options) {
        this.#dispatcher = dispatcher;
        this.#base = base;
        this.#options = options;
    }
    static async open(options) {
        const base = new URL(options.baseUrl);
        return new Line(await dispatcherFor(base, options), base, options);
    }
    /**
     * Ends every exchange that is under way; each rejects with `reason`, and so does every later one. There is no set of them
     * to go through: what is added to and deleted from one for ever makes the engine keep what was in it, for a while.
     */
    abort(reason) {
        this.#aborted ??= reason;
        void this.#dispatcher.destroy();
    }
    /** @throws what undici throws, a `DeadlineError`, or the reason given to `abort`. */
    send({ method, path, body, limit }) {
        const { timeout, token } = this.#options;
        const request = {
            origin: this.#base.origin,
            path: this.#base.pathname.replace(/\/+$/, '') + path,
            method,
            headers: {
                authorization: `Bearer ${token.reveal()}`,
                ...(body !== undefined && { 'content-type': 'application/json' }),
                accept: 'application/json',
                // GitHub's lists are a tenth of their size packed; of what the service answers only the beginning may be read.
                'accept-encoding': method === 'GET' ? 'gzip' : 'identity',
                'user-agent': 'runbook-sync'
            },
            ...(body !== undefined && { body })
        };
        return new Promise((resolve, reject) => {
            // undici cannot abort a request that still waits for its connection, hence the own state.
            let abort;
            let over;
            const deadline = setTimeout(() => {
                over = new DeadlineError(`no complete answer within ${timeout / 1000} s`);
                abort?.(over);
                reject(over);
            }, timeout);
            let status = 0;
            let headers = new Map();
            const chunks = [];
            let size = 0;
            let most = ERROR_BYTES;
            const answer = (cut) => {
                clearTimeout(deadline);
                const bytes = Buffer.concat(chunks);
                const text = headers.get('content-encoding') === 'gzip' ? unpacked(bytes, most) : new TextDecoder().decode(bytes);
                resolve({ status, headers, cut, text });
            };
            this.#dispatcher.dispatch(request, {
                onConnect: (stop) => {
                    abort = stop;
                    if (over !== undefined)
                        stop(over);
                },
                onHeaders: (code, raw) => {
                    status = code;
                    headers = headersOf(raw);
                    if (code >= 200 && code < 300)
                        most = limit;
                    return true;
                },
                onData: (chunk) => {
                    const room = most - size;
                    size += chunk.length;
                    chunks.push(size > most ? chunk.subarray(0, room) : chunk);
                    if (size > most) {
                        answer(true);
                        abort?.(new Error('The rest of the answer is not needed.'));
                    }
                    return true;
                },
                onComplete: () => {
                    answer(false);
                },
                onError: (error) => {
                    clearTimeout(deadline);
                    reject(this.#aborted ?? error);
                }
            });
        });
    }
    async [Symbol.asyncDispose]() {
        await this.#dispatcher.destroy();
    }
}
async function dispatcherFor(base, { connections, timeout }) {
    const options = { connections, headersTimeout: 0, bodyTimeout: 0, connect: { timeout } };
    const proxy = proxyFor(base, process.env);
    if (proxy === undefined)
        return new (pool_default())(base.origin, options);
    if (!URL.canParse(proxy) || !/^https?:$/.test(new URL(proxy).protocol)) {
        // Not shown: it may hold a password.
        throw new failures/* Failure */.HR('input', `The environment variable \`https_proxy\` is not the address of an http proxy, and ${base.host} is to be reached through it.`, 'Correct it, for example `http://proxy.example.com:3128`, or add the host to `no_proxy`.');
    }
    const { ProxyAgent } = await __webpack_require__.e(/* import() */ 752).then(__webpack_require__.t.bind(__webpack_require__, 6752, 19));
    return new ProxyAgent({ ...options, uri: proxy });
}
/** Nothing where it is damaged, or more than `limit` bytes. */
function unpacked(bytes, limit) {
    try {
        return (0,external_node_zlib_.gunzipSync)(bytes, { maxOutputLength: limit }).toString();
    }
    catch {
        return '';
    }
}
function headersOf(raw) {
    const headers = new Map();
    for (let i = 0; i + 1 < raw.length; i += 2) {
        headers.set(String(raw[i]).toLowerCase(), raw[i + 1]?.toString('latin1') ?? '');
    }
    return headers;
}


/***/ }),

/***/ 4145:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  connect: () => (/* binding */ connect)
});

// UNUSED EXPORTS: DEFAULT_BUDGET

// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
// EXTERNAL MODULE: ./src/failures.ts
var failures = __webpack_require__(4320);
// EXTERNAL MODULE: ./src/wire.ts
var wire = __webpack_require__(6630);
// EXTERNAL MODULE: ./src/http/line.ts + 1 modules
var http_line = __webpack_require__(415);
;// CONCATENATED MODULE: ./src/knowledge/excerpt.ts
/** A message longer than this helps nobody, and an annotation has to hold it. */
const LENGTH = 200;
/**
 * What the service said, fit to be shown: the message out of a JSON error (RFC 9457 or the usual fields), the title of a
 * page, else the text itself; one line, without the token, without characters that hide or reorder others and without
 * the beginnings of workflow commands, shortened. Empty where there is nothing to say.
 */
function excerpt(text, token) {
    // Redacted before anything is cut off, and again after characters went out from between others.
    const raw = token.redact(text);
    const said = token.redact(inert(messageIn(raw) ?? titleOf(raw) ?? wordsIn(raw)));
    return said.length > LENGTH ? `${said.slice(0, LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…` : said;
}
function inert(text) {
    return (text
        .slice(0, 4000)
        .toWellFormed()
        .replace(/\s+/gu, ' ')
        // Controls, and format characters: zero width, bidirectional overrides, tags.
        .replace(/[\p{Cc}\p{Cf}]/gu, '')
        .replaceAll('##[', '## [')
        .replace(/:(?=:)/g, ': ')
        .trim());
}
/** Not the brackets of an empty JSON answer, which say nothing. */
function wordsIn(text) {
    return /^[\s{}[\]]*$/.test(text) ? '' : text;
}
function messageIn(text) {
    const value = parsed(text);
    if (typeof value === 'string')
        return value;
    if (typeof value !== 'object' || value === null)
        return undefined;
    const fields = value;
    const inner = fields['error'];
    const told = [fields['detail'], fields['message'], fields['msg'], fields['error_description'], inner, fields['title']];
    if (typeof inner === 'object' && inner !== null)
        told.unshift(inner['message']);
    return told.find((part) => typeof part === 'string' && part.trim() !== '');
}
function parsed(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
function titleOf(text) {
    return looksLikeHtml(text) ? (/<title[^>]{0,200}>([^<]{1,500})/i.exec(text.slice(0, 4000))?.[1] ?? '') : undefined;
}
/** A page for people begins like this; no JSON does. */
function looksLikeHtml(text) {
    return /^\uFEFF?\s*<(?:!doctype|!--|\?xml|html|head|body)/i.test(text.slice(0, 1000));
}

;// CONCATENATED MODULE: ./src/knowledge/judge.ts

const CHECK_ADDRESS = 'Check `base-url`: it is the part before `/personal/v1/knowledge/…`, without that path itself, of the assistant’s API ' +
    'and not of its web pages.';
const ROTATE = 'Its owner opens Settings → Access Tokens in the assistant, in the workspace that `base-url` belongs to, chooses ' +
    'Rotate, and puts the new value, which is shown once, into the secret behind the input `token` (usually ' +
    '`RUNBOOK_SYNC_TOKEN`).';
/**
 * What the answer to an upsert means. Its form is unspecified, so that any 2xx is good whose body is empty, JSON or plain
 * words; not a page of HTML (a login, a captive portal), JSON that breaks off, or JSON that says itself that it failed.
 */
function judgeUpsert(answer, token) {
    if (!isSuccess(answer))
        return bad(refusal(answer, token));
    if (isHtml(answer))
        return bad(page(answer, token));
    if (answer.cut || answer.text.trim() === '')
        return { kind: 'good', value: undefined };
    const json = parse(answer.text);
    if (json === undefined) {
        const meantAsJson = /^\s*[[{"]/.test(answer.text) || /json/i.test(typeOf(answer));
        return meantAsJson ? bad(brokenOff(answer)) : { kind: 'good', value: undefined };
    }
    return saysItFailed(json.value)
        ? bad({
            kind: 'entry-refused',
            message: `The service answered ${answer.status}, and in it that the upsert failed${said(answer, token)}`,
            remedy: 'Correct the runbook by what the service says; if it says nothing of use, ask whoever runs the service.',
            again: false
        })
        : { kind: 'good', value: undefined };
}
/** What the answer to a list means: only complete JSON can be read. */
function judgeList(answer, token) {
    if (!isSuccess(answer))
        return bad(refusal(answer, token));
    if (isHtml(answer))
        return bad(page(answer, token));
    if (answer.cut) {
        return bad(notTheApi('The service’s list is larger than can be read.', 'Nothing needs to be done.'));
    }
    if (answer.text.trim() === '')
        return bad(notTheApi('The service’s list is an empty answer.', CHECK_ADDRESS));
    const json = parse(answer.text);
    return json === undefined ? bad(brokenOff(answer)) : { kind: 'good', value: json.value };
}
function refusal(answer, token) {
    const { status } = answer;
    const what = said(answer, token);
    const later = { retryAfter: answer.headers.get('retry-after'), date: answer.headers.get('date') };
    if (status >= 300 && status < 400)
        return redirect(answer, token);
    switch (status) {
        case 401:
            return {
                kind: 'token-rejected',
                message: `The service rejects the token (HTTP 401)${what} It has expired, was revoked or rotated, or is of another workspace.`,
                remedy: ROTATE,
                again: false
            };
        case 403:
            return {
                kind: 'forbidden',
                message: `The service knows the token but does not permit this (403)${what}`,
                remedy: 'A token works only in the workspace in which it was created: check that `base-url` and `token` are of the ' +
                    'same one, and that its owner may edit knowledge there. If the token was rotated lately, the secret may still ' +
                    'hold the old value.',
                again: false
            };
        case 404:
        case 405:
        case 410:
        case 501:
            return {
                kind: 'wrong-address',
                message: `There is no such API at this address (${status})${what}`,
                remedy: CHECK_ADDRESS,
                again: false
            };
        case 407:
            return {
                kind: 'unreachable',
                message: 'The proxy on the way wants credentials (407).',
                remedy: 'Put them into `https_proxy`, or add the service’s host to `no_proxy`.',
                again: false
            };
        case 429:
            return {
                kind: 'rate-limited',
                message: `The service is asked too often (429)${what}`,
                remedy: 'Run the job again later, with a lower `concurrency`.',
                again: true,
                congestion: 'rate',
                ...later
            };
        case 408:
        case 500:
        case 502:
        case 503:
        case 504:
            return {
                kind: 'service-failing',
                message: `The service fails (${status})${what}`,
                remedy: 'Run the job again when the service is well; if it stays so, tell whoever runs it.',
                again: true,
                ...(status === 503 ? { congestion: 'load' } : {}),
                ...later
            };
        case 413:
            return entryRefused(`The entry is too large for the service (413)${what}`, 'Split the runbook into smaller ones.');
        default:
            if (status >= 400 && status < 500) {
                return entryRefused(`The service refuses the entry (${status})${what}`, 'Correct the runbook by what the service says; if it says nothing of use, ask whoever runs the service.');
            }
            return {
                kind: 'service-failing',
                message: `The service fails (${status})${what}`,
                remedy: 'If it stays so, tell whoever runs the service.',
                again: false
            };
    }
}
function entryRefused(message, remedy) {
    return { kind: 'entry-refused', message, remedy, again: false };
}
function redirect({ status, headers }, token) {
    const location = headers.get('location') ?? '';
    // The query of such an address often holds a state or a ticket, and never helps.
    const target = excerpt(location.replace(/[?#].*$/s, ''), token);
    return {
        kind: 'wrong-address',
        message: target === ''
            ? `The service redirects (${status}) without saying where to.`
            : `The service redirects (${status}) to “${target}”. Redirects are not followed, so that the token goes nowhere else.`,
        remedy: `${CHECK_ADDRESS} If the API has moved, give its new address there.`,
        again: false
    };
}
function page(answer, token) {
    return notTheApi(`The answer (${answer.status}) is a page for people, not the API’s${said(answer, token)}`, `${CHECK_ADDRESS} A login page, a captive portal or a proxy in between answers like this, too.`);
}
function notTheApi(message, remedy) {
    return { kind: 'not-the-api', message, remedy, again: false };
}
function brokenOff({ status }) {
    return {
        kind: 'service-failing',
        message: `The service’s answer (${status}) is JSON that breaks off or is malformed.`,
        remedy: 'Run the job again; if it stays so, tell whoever runs the service, or the proxy in between.',
        again: true
    };
}
/** No service says these of an upsert that succeeded; codes and states mean too many things to be judged. */
function saysItFailed(value) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
        return false;
    const { success, ok, error } = value;
    if (success === true || ok === true)
        return false;
    return success === false || ok === false || (typeof error === 'string' && error.trim() !== '') || isFilled(error);
}
function isFilled(value) {
    return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
function said({ text }, token) {
    const words = excerpt(text, token).replace(/[.\s]+$/, '');
    return words === '' ? '.' : `: “${words}”.`;
}
function isSuccess({ status }) {
    return status >= 200 && status < 300;
}
function isHtml(answer) {
    return (/\bx?html\b/i.test(typeOf(answer)) && answer.text.trim() !== '') || looksLikeHtml(answer.text);
}
function typeOf({ headers }) {
    return headers.get('content-type') ?? '';
}
function parse(text) {
    try {
        return { value: JSON.parse(text.replace(/^\uFEFF/, '')) };
    }
    catch {
        return undefined;
    }
}
function bad(problem) {
    return { kind: 'bad', problem };
}

// EXTERNAL MODULE: ./src/knowledge/knowledge.ts
var knowledge = __webpack_require__(8232);
;// CONCATENATED MODULE: ./src/knowledge/pace.ts
/** Seconds that the accepted requests are counted over to learn what the service bears. */
const WINDOW = 1;
const PARTS = 10;
/** Milliseconds. */
const LATENESS = 2;
/**
 * Who may ask the service when. Two bounds, both learned from refusals:
 *
 * - requests **in flight**: at first `concurrency`; halved by a 429 or 503, then one more for each full round of good
 *   answers, up to `concurrency` again (as TCP does). It is what helps a service whose capacity is its latency.
 * - requests **a second**: none until the first 429. Where answers take milliseconds even one request in flight is too
 *   many, so from then on requests are spaced evenly at nine tenths of what was accepted in the last second; that again
 *   after two seconds without an objection, twice as much after five, fifty times as much after twelve.
 *
 * Both shrink once per congestion: a refusal of a request that started before the last cut says nothing new.
 */
class Pace {
    #most;
    #queue = [];
    #accepted = new RecentCount();
    #limit;
    #inFlight = 0;
    #turns = 0;
    #lastCut = 0;
    /** Requests a second that the service bore at the last 429, and when that was. */
    #borne = Infinity;
    #cutAt = 0;
    #nextAt = 0;
    #floor = 0;
    #timer;
    #stopped;
    constructor(concurrency) {
        this.#most = concurrency;
        this.#limit = concurrency;
    }
    /** Waits until a request may start. Each turn must be ended by exactly one `end`. Rejects once the pace was stopped. */
    turn() {
        if (this.#stopped !== undefined)
            return Promise.reject(this.#stopped);
        return new Promise((start, refuse) => {
            this.#queue.push({ start, refuse });
            this.#pump();
        });
    }
    /** @param congestion what the answer said of the service's capacity; `lost` where there was no answer. */
    end(turn, congestion) {
        this.#inFlight -= 1;
        if (congestion === 'none') {
            this.#accepted.add(performance.now());
            this.#limit = Math.min(this.#most, this.#limit + 1 / this.#limit);
        }
        else if (congestion !== 'lost' && turn > this.#lastCut) {
            this.#cut(congestion);
        }
        this.#pump();
    }
    /**
     * No request starts during the next `ms`.
     *
     * @returns by how many milliseconds this makes the wait longer than it already was.
     */
    hold(ms) {
        const now = performance.now();
        const added = Math.max(0, now + ms - Math.max(now, this.#floor));
        this.#floor = Math.max(this.#floor, now + ms);
        return added;
    }
    /** Refuses everybody who waits and who will ask. */
    stop(reason) {
        this.#stopped ??= reason;
        clearTimeout(this.#timer);
        for (const { refuse } of this.#queue.splice(0))
            refuse(reason);
    }
    #cut(congestion) {
        const now = performance.now();
        if (congestion === 'rate') {
            // At least a little less than now, at most by half: the last second may have been spent waiting.
            const rate = this.#rate(now);
            const accepted = this.#accepted.perSecond(now);
            this.#borne = Math.max(1, rate === Infinity ? accepted : Math.min(Math.max(accepted, rate / 2), 0.85 * rate));
            this.#cutAt = now;
        }
        this.#limit = Math.max(1, this.#limit / 2);
        this.#lastCut = this.#turns;
    }
    #rate(now) {
        const seconds = (now - Math.max(this.#cutAt, this.#floor)) / 1000;
        return this.#borne * 0.9 * Math.exp((Math.max(0, seconds) / 6) ** 2);
    }
    #pump() {
        clearTimeout(this.#timer);
        while (this.#queue.length > 0 && this.#inFlight < Math.floor(this.#limit)) {
            const now = performance.now();
            const startAt = Math.max(this.#floor, this.#nextAt);
            if (now < startAt) {
                this.#timer = setTimeout(() => {
                    this.#pump();
                }, Math.ceil(startAt - now));
                return;
            }
            // Timers fire late by a millisecond or so, which is made up for; a pause is not, it would end in a burst.
            this.#nextAt = Math.max(startAt, now - LATENESS) + 1000 / this.#rate(now);
            this.#inFlight += 1;
            this.#turns += 1;
            this.#queue.shift()?.start(this.#turns);
        }
    }
}
/** Counts events of the last second in tenths, so that its memory does not grow with their number. */
class RecentCount {
    #counts = new Uint32Array(PARTS);
    #newest = 0;
    add(now) {
        const part = this.#advance(now);
        this.#counts[part] = (this.#counts[part] ?? 0) + 1;
    }
    perSecond(now) {
        this.#advance(now);
        return this.#counts.reduce((sum, count) => sum + count, 0) / WINDOW;
    }
    #advance(now) {
        const current = Math.floor((now / 1000 / WINDOW) * PARTS);
        const from = Math.max(this.#newest + 1, current - PARTS + 1);
        for (let part = from; part <= current; part++)
            this.#counts[part % PARTS] = 0;
        this.#newest = Math.max(this.#newest, current);
        return this.#newest % PARTS;
    }
}

;// CONCATENATED MODULE: ./src/knowledge/retry.ts
/** Milliseconds: the most that the first wait can be, and the most of any. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 20_000;
/**
 * Milliseconds to wait after the `attempt`th failed attempt (from 1): full jitter, that is anything up to a bound that
 * doubles each time, so that those who failed together do not come back together.
 *
 * @param random at least 0, less than 1.
 * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
function backoff(attempt, random) {
    return random * Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempt - 1));
}
/**
 * `Retry-After` in milliseconds: seconds or an HTTP date (RFC 9110, 10.2.3), 0 for one that is past. A date is taken
 * relative to the answer's own `Date`, so that clocks may differ. Undefined where it says nothing that can be understood.
 *
 * @param now epoch milliseconds, for an answer without a `Date`.
 */
function retryAfter(value, date, now) {
    const text = value?.trim() ?? '';
    if (/^\d+(\.\d+)?$/.test(text))
        return Number(text) * 1000;
    const until = httpDate(text);
    return until === undefined ? undefined : Math.max(0, until - (httpDate(date?.trim() ?? '') ?? now));
}
/** `Date.parse` alone takes nearly anything for a date. */
function httpDate(text) {
    if (!/^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/.test(text))
        return undefined;
    const time = Date.parse(text);
    return Number.isNaN(time) ? undefined : time;
}
/**
 * How much of a run may go to what fails: failed attempts and the waits after them over the whole run, averaged over the
 * connections, plus waits that the service asked for since it last accepted something. So a service that is down ends the
 * run in this time, and one that says when to come back, and then keeps its word, may be as slow as it likes.
 */
class Budget {
    #total;
    #connections;
    #lost = 0;
    #asked = 0;
    /** @param total milliseconds. */
    constructor(total, connections) {
        this.#total = total;
        this.#connections = connections;
    }
    /** Milliseconds left. */
    get left() {
        return this.#total - this.#lost / this.#connections - this.#asked;
    }
    /** One connection lost `ms` to a failed attempt or to the wait after it. */
    lose(ms) {
        this.#lost += ms;
    }
    /** The whole run waits `ms` because the service asked for it. */
    wait(ms) {
        this.#asked += ms;
    }
    /** The service accepted something. */
    succeed() {
        this.#asked = 0;
    }
}

;// CONCATENATED MODULE: ./src/knowledge/unreachable.ts

const WHERE = 'Check `base-url`, and that this runner’s network reaches it (firewall, VPN, `https_proxy`, `no_proxy`).';
/** What it means that an exchange brought no answer: `error` is what `Line.send` threw. */
function explainNoAnswer(error, host) {
    const code = codeOf(error);
    const certificate = explainCertificate(code, host, error);
    if (certificate !== undefined)
        return certificate;
    switch (code) {
        case 'ECONNREFUSED':
            return unreachable(`Nothing listens at ${host}: the connection was refused.`, WHERE, error);
        case 'ENOTFOUND':
        case 'EAI_AGAIN':
        case 'EAI_NODATA':
            return unreachable(`There is no host ${host}: its name cannot be resolved.`, WHERE, error);
        case 'EHOSTUNREACH':
        case 'ENETUNREACH':
        case 'EADDRNOTAVAIL':
            return unreachable(`There is no way to ${host} from this network.`, WHERE, error);
        case 'ETIMEDOUT':
        case 'UND_ERR_CONNECT_TIMEOUT':
            return unreachable(`No connection to ${host} in time.`, WHERE, error);
        case 'ECONNRESET':
        case 'EPIPE':
        case 'ECONNABORTED':
        case 'UND_ERR_SOCKET':
            return unreachable(`The connection to ${host} broke off before a complete answer was there.`, 'Run the job again; if it stays so, ask whoever runs the service or the network in between.', error);
        case 'DEADLINE':
            return {
                kind: 'service-failing',
                message: `The service gave ${(0,failures/* messageOf */.bD)(error)}.`,
                remedy: 'Run the job again when the service is well, or give it more time with `timeout`.',
                again: true,
                cause: error
            };
        case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
            return {
                kind: 'service-failing',
                message: 'The service’s answer is shorter or longer than it says.',
                remedy: 'Run the job again; if it stays so, tell whoever runs the service, or the proxy in between.',
                again: true,
                cause: error
            };
        default:
            return explainOther(code, host, error);
    }
}
function explainOther(code, host, error) {
    if (code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW') {
        return {
            kind: 'not-the-api',
            message: `What answers at ${host} does not speak HTTP (${code}).`,
            remedy: 'Check the scheme, host and port of `base-url`.',
            again: false,
            cause: error
        };
    }
    if ((0,failures/* messageOf */.bD)(error).includes('when HTTP Tunneling')) {
        const status = /\((\d{3})\)/.exec((0,failures/* messageOf */.bD)(error))?.[1] ?? 'no status';
        return {
            kind: 'unreachable',
            message: `The proxy does not connect to ${host} (${status}).`,
            remedy: 'Check `https_proxy` and its credentials, or add the host to `no_proxy`.',
            again: status.startsWith('5'),
            cause: error
        };
    }
    return unreachable(`The exchange with ${host} failed (${code === '' ? 'no code' : code}).`, WHERE, error);
}
/** TLS is never tried again: the same certificate would be shown. */
function explainCertificate(code, host, error) {
    const remark = (message, remedy) => ({
        kind: 'unreachable',
        message,
        remedy,
        again: false,
        cause: error
    });
    switch (code) {
        case 'CERT_HAS_EXPIRED':
            return remark(`The certificate of ${host} has expired.`, 'Whoever runs the service renews it; nothing was sent meanwhile.');
        case 'ERR_TLS_CERT_ALTNAME_INVALID':
        case 'HOSTNAME_MISMATCH':
        case 'UND_ERR_PRX_TLS':
            return remark(`The certificate that ${host} shows is for another host.`, 'Check the host in `base-url`; if it is right, whoever runs the service corrects its certificate.');
        case 'DEPTH_ZERO_SELF_SIGNED_CERT':
        case 'SELF_SIGNED_CERT_IN_CHAIN':
        case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
        case 'UNABLE_TO_GET_ISSUER_CERT':
        case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
            return remark(`The certificate of ${host} is signed by nobody this runner trusts.`, 'If that is your own authority, put its certificate on the runner and name the file in the step’s environment: ' +
                '`NODE_EXTRA_CA_CERTS: /path/to/ca.pem`.');
        default:
            return /^(CERT_|ERR_SSL_|ERR_TLS_|UNABLE_TO_)|^(EPROTO|CRL_.*|INVALID_CA|INVALID_PURPOSE)$/.test(code)
                ? remark(`No secure connection to ${host} came about (${code}).`, 'Check the scheme and port in `base-url`, and the certificate and TLS versions of the service.')
                : undefined;
    }
}
function unreachable(message, remedy, cause) {
    return { kind: 'unreachable', message, remedy, again: true, cause };
}
/** Node wraps the failures of several addresses of one host into one error, with the code of the first. */
function codeOf(error) {
    const inner = error instanceof AggregateError ? error.errors[0] : undefined;
    for (const one of [error, inner]) {
        if (typeof one === 'object' && one !== null && 'code' in one && typeof one.code === 'string')
            return one.code;
    }
    return '';
}

;// CONCATENATED MODULE: ./src/knowledge/client.ts









/** Of a good answer to an upsert nothing is needed but that it is one; a page of a list may hold large runbooks. */
const UPSERT_BYTES = 64 * 1024;
const LIST_BYTES = 64 * 1024 * 1024;
/** Milliseconds that a cancelled run gives the requests in flight; the runner kills it 10 s after the first signal. */
const GRACE = 2000;
/** Milliseconds, see `Budget`. */
const DEFAULT_BUDGET = 10 * 60_000;
/**
 * The service at `access.baseUrl`. No request is made yet; dispose of it to close its connections.
 *
 * @throws {Failure} of kind `input` when the environment names a proxy that cannot be used.
 */
async function connect(options) {
    const { access, concurrency, timeout } = options;
    const line = await http_line.Line.open({ ...access, connections: concurrency, timeout });
    return new Client(line, options);
}
class Client {
    #line;
    #options;
    #host;
    #pace;
    #budget;
    /** Why nothing is sent any more. */
    #ended;
    #waits = new AbortController();
    #grace;
    constructor(line, options) {
        const { access, concurrency, budget = DEFAULT_BUDGET, signal } = options;
        this.#line = line;
        this.#options = options;
        this.#host = new URL(access.baseUrl).host;
        this.#pace = new Pace(concurrency);
        this.#budget = new Budget(budget, concurrency);
        if (signal.aborted)
            this.#cancel();
        else
            signal.addEventListener('abort', this.#cancel, { once: true });
    }
    async upsert({ name, content }) {
        const body = Buffer.from(JSON.stringify({ name, content }));
        const { attempts } = await this.#call({ path: wire/* UPSERT_PATH */.qO, body, limit: UPSERT_BYTES, judge: judgeUpsert });
        return { attempts };
    }
    async listPage(pageNum, pageSize) {
        const body = JSON.stringify({ page_num: pageNum, page_size: pageSize });
        const { value } = await this.#call({ path: wire/* LIST_PATH */.$j, body, limit: LIST_BYTES, judge: judgeList });
        return value;
    }
    async [Symbol.asyncDispose]() {
        this.#options.signal.removeEventListener('abort', this.#cancel);
        clearTimeout(this.#grace);
        this.#end(new failures/* Failure */.HR('cancelled', 'The connection to the service was closed.', 'Run the job again.'));
        await this.#line[Symbol.asyncDispose]();
    }
    async #call(call) {
        for (let attempt = 1;; attempt++) {
            const result = await this.#attempt(call, attempt);
            if (result.kind === 'good')
                return { value: result.value, attempts: attempt };
            await (0,promises_.setTimeout)(result.wait, undefined, { signal: this.#waits.signal }).catch(() => {
                // The run ended meanwhile, which the next attempt finds out.
            });
        }
    }
    /** One request in its turn: its answer's value, or the milliseconds to wait before the next. */
    async #attempt({ judge, ...post }, attempt) {
        const turn = await this.#pace.turn().catch((reason) => {
            throw this.#runEnded(reason, attempt - 1);
        });
        const started = performance.now();
        let status = 'no answer';
        const judgement = await this.#line.send({ method: 'POST', ...post }).then((answer) => {
            status = String(answer.status);
            return judge(answer, this.#options.access.token);
        }, (error) => ({ kind: 'bad', problem: explainNoAnswer(error, this.#host) }));
        const milliseconds = Math.round(performance.now() - started);
        this.#options.trace?.(`POST ${post.path}: ${status} after ${milliseconds} ms, attempt ${attempt}`);
        // First what the answer means for all, then the next turn: none may start after a 401, nor before `Retry-After`.
        if (judgement.kind === 'good') {
            this.#budget.succeed();
            this.#pace.end(turn, 'none');
            return judgement;
        }
        const { problem } = judgement;
        if (problem.again)
            this.#budget.lose(performance.now() - started);
        const next = this.#next(problem, attempt);
        this.#pace.end(turn, problem.congestion ?? (problem.again ? 'lost' : 'none'));
        if (next instanceof knowledge/* DeliveryFailure */.L)
            throw next;
        return { kind: 'again', wait: next };
    }
    /** What follows from a failed attempt: the milliseconds to wait before the next, or the failure there is to report. */
    #next(problem, attempt) {
        if (problem.kind === 'token-rejected') {
            this.#end(new failures/* Failure */.HR(problem.kind, problem.message, problem.remedy));
            this.#line.abort(new Error('The token was rejected.'));
        }
        else if (!problem.again) {
            return entryFailed(problem, attempt);
        }
        if (this.#ended !== undefined)
            return this.#runEnded(this.#ended, attempt);
        const last = attempt > this.#options.retries;
        const wait = last ? 0 : backoff(attempt, Math.random());
        const tooLong = this.#holdForAll(problem) ?? (this.#budget.left < wait ? this.#budgetSpent(problem) : undefined);
        if (tooLong !== undefined)
            this.#end(tooLong);
        if (last || tooLong !== undefined)
            return entryFailed(problem, attempt);
        this.#budget.lose(wait);
        return wait;
    }
    /** Obeys `Retry-After`; the failure returned ends the run, because that would take longer than it may. */
    #holdForAll({ retryAfter: value, date }) {
        const ms = retryAfter(value, date, Date.now());
        if (ms === undefined)
            return undefined;
        const left = Math.max(0, this.#budget.left);
        if (ms <= left) {
            this.#budget.wait(this.#pace.hold(ms));
            return undefined;
        }
        return new failures/* Failure */.HR('out-of-time', `The service asks to wait ${span(ms)} before the next request (Retry-After); this run may wait ${seconds(left)} s more.`, 'Run the job again after that time; it then delivers what is pending.');
    }
    #budgetSpent(last) {
        return new failures/* Failure */.HR('out-of-time', `The time that a run may spend on failed attempts and on waiting is over. The last failure: ${last.message}`, 'Run the job again when the service is well; it then delivers what is pending.');
    }
    #cancel = () => {
        this.#end(new failures/* Failure */.HR('cancelled', 'The job was cancelled.', 'Run it again; it then delivers what is pending.'));
        this.#grace = setTimeout(() => {
            this.#line.abort(new Error('The job was cancelled.'));
        }, GRACE);
    };
    /** Nothing starts any more; what is in flight goes on. */
    #end(failure) {
        this.#ended ??= failure;
        this.#pace.stop(this.#ended);
        this.#waits.abort();
    }
    #runEnded({ kind, message, remedy }, attempts) {
        return new knowledge/* DeliveryFailure */.L({ kind, message, remedy, attempts, ends: 'run' });
    }
}
function entryFailed({ kind, message, remedy, cause }, attempts) {
    return new knowledge/* DeliveryFailure */.L({ kind, message, remedy, attempts, ends: 'entry', cause });
}
function seconds(ms) {
    return Math.round(ms / 100) / 10;
}
/** Some services name a year, or a number that is none. */
function span(ms) {
    const day = 24 * 60 * 60 * 1000;
    return ms < day ? `${seconds(ms)} s` : ms < 1000 * day ? `${Math.round(ms / day)} days` : 'for years';
}


/***/ })

};
