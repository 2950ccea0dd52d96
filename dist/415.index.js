export const id = 415;
export const ids = [415];
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


/***/ })

};
