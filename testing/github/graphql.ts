import {
  buildClientSchema,
  executeSync,
  GraphQLError,
  parse,
  validate,
  type DocumentNode,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  type IntrospectionQuery
} from 'graphql'
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { problem, type Answer } from './faults.ts'
import { queryFields, type KnownDeployments } from './graphql-deployments.ts'

let schema: GraphQLSchema | undefined
/** By text of the query. */
const prepared = new Map<string, DocumentNode | readonly GraphQLError[]>()

/**
 * Answers the body of a request as GitHub does: HTTP 200 with `data`, `errors` or both. The schema is GitHub's, so a query
 * that GitHub refuses is refused here, in words of GraphQL's library.
 */
export function answerQuery(body: unknown, known: KnownDeployments): Answer {
  if (typeof body !== 'object' || body === null) return problem(400, 'Problems parsing JSON')
  const { query, variables, operationName } = body as Record<string, unknown>
  if (typeof query !== 'string') return problem(400, 'A query attribute must be specified and must be a string.')
  schema ??= loadSchema()
  const document = prepared.get(query) ?? prepare(schema, query)
  prepared.set(query, document)
  if (!('kind' in document)) return { status: 200, body: { errors: document.map(describeError) } }
  const { data, errors } = executeSync({
    schema,
    document,
    rootValue: queryFields(known),
    variableValues: variables as Record<string, unknown> | null | undefined,
    operationName: operationName as string | null | undefined,
    fieldResolver
  })
  return { status: 200, body: { data, errors: errors?.map(describeError) } }
}

/** From the file: the package's own module builds and checks the schema once more, which takes twice the time. */
function loadSchema(): GraphQLSchema {
  const description = findPackageJSON('@octokit/graphql-schema', import.meta.url)
  if (description === undefined) throw new Error('@octokit/graphql-schema is not installed. Run npm ci.')
  const introspection = JSON.parse(
    readFileSync(join(dirname(description), 'schema.json'), 'utf8')
  ) as IntrospectionQuery
  return buildClientSchema(introspection, { assumeValid: true })
}

function prepare(against: GraphQLSchema, query: string): DocumentNode | readonly GraphQLError[] {
  try {
    const document = parse(query)
    const errors = validate(against, document)
    return errors.length === 0 ? document : errors
  } catch (error) {
    if (error instanceof GraphQLError) return [error]
    throw error
  }
}

/** A field that the schema has and the stand-in has not is an error, never `null`. */
const fieldResolver: GraphQLFieldResolver<unknown, unknown> = (source, args, _context, { fieldName, parentType }) => {
  const value = (source as Readonly<Record<string, unknown>>)[fieldName]
  if (value === undefined) throw new Error(`The stand-in does not answer ${parentType.name}.${fieldName}`)
  return typeof value === 'function' ? (value as (args: unknown) => unknown)(args) : value
}

function describeError({ message, path, locations, extensions }: GraphQLError): Record<string, unknown> {
  const { type, ...others } = extensions
  return { type, path, ...(Object.keys(others).length === 0 ? {} : { extensions: others }), locations, message }
}
