import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import {
  ErrorAnswer,
  Item,
  LIST_PATH,
  ListAnswer,
  ListRequest,
  ReadonlyAnswer,
  UPSERT_PATH,
  UpsertAnswer,
  UpsertRequest
} from './api-types.ts'
import { BODY_LIMIT } from './read-json.ts'

/** The error statuses of the API, each with the header that it always has. */
const ERRORS: Readonly<Record<number, { readonly description: string; readonly header?: string }>> = {
  400: { description: 'The body is not a JSON object in UTF-8.' },
  401: {
    description: 'No token, or one that is not valid, expired or revoked (RFC 6750 challenge).',
    header: 'WWW-Authenticate'
  },
  405: { description: 'Another method than POST.', header: 'Allow' },
  413: { description: `The body is larger than ${BODY_LIMIT} bytes.` },
  415: { description: 'The body is not declared as `application/json` in UTF-8, or is compressed.' },
  421: { description: 'The `Host` is not this machine.' },
  422: { description: 'A field is missing or not valid, or the page is too large; `errors` names the field.' },
  429: { description: 'Too many requests; `Retry-After` is in seconds.', header: 'Retry-After' },
  500: { description: 'The service failed; nothing was stored.' },
  503: { description: 'The database is busy; nothing was stored.' },
  507: { description: 'The disk is full; nothing was stored.' }
}

/** The OpenAPI 3.1 document of the API, generated from the schemas that validate its requests. */
export function openApiDocument(url: string): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Knowledge of the operations assistant',
      version: '1',
      description:
        "The two endpoints that Runbook Sync uses, as the public documentation of Castrel's Open Platform has them " +
        '(Authentication and Knowledges, 2026): paths, fields of the requests, the fields of a list and of its items, ' +
        'and 401 for an expired token. The bounds, the key by which an item is matched, the answer to an upsert, and ' +
        'all other errors are choices of this service.'
    },
    servers: [{ url }],
    security: [{ token: [] }],
    paths: {
      [LIST_PATH]: {
        post: operation('list', 'The items of the workspace, page by page', 'ListRequest', 'ListAnswer')
      },
      [UPSERT_PATH]: {
        post: operation(
          'upsert',
          'Create an item, or replace the one of the same name',
          'UpsertRequest',
          'UpsertAnswer'
        )
      }
    },
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A personal access token from Settings → Access Tokens. It is valid in the workspace in which it was created.'
        }
      },
      schemas: {
        ...schemas('input', { ListRequest, UpsertRequest }),
        ...schemas('output', { Item, ListAnswer, ReadonlyAnswer, UpsertAnswer, ErrorAnswer })
      },
      responses: Object.fromEntries(
        Object.entries(ERRORS).map(([status, { description, header }]) => [
          responseName(Number(status)),
          {
            description,
            ...(header !== undefined && { headers: { [header]: { required: true, schema: { type: 'string' } } } }),
            content: { 'application/json': { schema: reference('ErrorAnswer') } }
          }
        ])
      )
    }
  }
}

function operation(operationId: string, summary: string, request: string, answer: string): object {
  const errors = Object.keys(ERRORS).map((status) => [
    status,
    { $ref: `#/components/responses/${responseName(Number(status))}` }
  ])
  return {
    operationId,
    summary,
    requestBody: { required: true, content: { 'application/json': { schema: reference(request) } } },
    responses: {
      200: {
        description: 'Done, and stored, if `code` is 200.',
        content: { 'application/json': { schema: reference(answer) } }
      },
      ...(Object.fromEntries(errors) as object)
    }
  }
}

/** The schemas by name, as JSON Schema. A schema inside another becomes a reference. */
function schemas(io: 'input' | 'output', named: Readonly<Record<string, z.ZodType>>): object {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const generated = z.toJSONSchema(registry, { io, uri: schemaPath })
  for (const schema of Object.values(generated.schemas)) {
    // The document states both once, for all of its schemas.
    delete schema.$schema
    delete schema.$id
  }
  return generated.schemas
}

function schemaPath(name: string): string {
  return `#/components/schemas/${name}`
}

function reference(schema: string): object {
  return { $ref: schemaPath(schema) }
}

function responseName(status: number): string {
  return (STATUS_CODES[status] ?? String(status)).replaceAll(/\W/g, '')
}
