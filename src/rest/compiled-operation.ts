import {
  coerceInputValue,
  type DocumentNode,
  type ExecutionResult,
  getNamedType,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  isLeafType,
  isNonNullType,
  Kind,
  type NamedTypeNode,
  parse,
  specifiedScalarTypes,
  TypeInfo,
  typeFromAST,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { RequestContext } from '../context';
import { AppError, type ErrorDetails } from '../errors';
import { accessRulesOf, assertMayRun } from '../graphql/access-rules';
import { unwrapError } from '../graphql/unwrap-error';
import { findInputCheck, messageFor, type RuleContext } from '../validation';

/** One execution of an operation. */
export interface OperationCall {
  readonly variables: Readonly<Record<string, unknown>>;
  /** The request's own name of a path within the variables. */
  readonly nameOf: (path: string) => string;
}

/** A GraphQL operation that was parsed, validated and compiled once. */
export interface CompiledOperation {
  /** To be called after `assertValid`: the inputs' own rules are not asked again. */
  run(context: RequestContext, call: OperationCall): ExecutionResult | Promise<ExecutionResult>;
  /** @throws {AppError} `UNAUTHENTICATED` or `FORBIDDEN` for a caller who may not run it, whatever the variables. */
  assertMayRun(context: RequestContext): void;
  /** @throws {AppError} `VALIDATION_FAILED` with all that the inputs' own rules refuse in any of the calls. */
  assertValid(calls: readonly OperationCall[], ctx: RuleContext): void;
  /** What went wrong in the caller's words; a value of the wrong type and a broken rule look the same. */
  toRouteError(error: unknown, call: OperationCall): unknown;
}

/**
 * @param where what the operation is for, as errors name it
 * @throws when the operation does not fit the schema.
 */
export function compileOperation(
  where: string,
  operation: string,
  schema: GraphQLSchema,
): CompiledOperation {
  const document = parse(operation);
  const [problem] = validate(schema, document);
  if (problem)
    throw new Error(`the operation of ${where} does not fit the schema`, { cause: problem });
  const compiled = compileQuery(schema, document, undefined, {
    disablingCapturingStackErrors: true,
    disableLeafSerialization: hasPlainLeaves(document, schema),
  });
  if (!isCompiledQuery(compiled))
    throw new Error(`the operation of ${where} cannot be compiled`, {
      cause: compiled.errors?.[0],
    });
  const inputs = inputsOf(document, schema);
  const rules = rulesOf(document, schema);

  return {
    run(context, { variables }) {
      return compiled.query(undefined, context, variables);
    },
    assertMayRun(context) {
      assertMayRun(context, rules);
    },
    toRouteError(error, { variables, nameOf }) {
      const cause = unwrapError(error);
      if (cause instanceof AppError && !cause.details) return cause;
      if (!(cause instanceof AppError) && !(cause instanceof GraphQLError)) return cause;
      const found =
        cause instanceof AppError ? cause.details : problemsOf(inputs, variables, problemsOfType);
      // An error of the protocol that no input explains is ours.
      return found ? invalid(renamed(found, nameOf), cause) : cause;
    },
    assertValid(calls, ctx) {
      const findProblems: FindProblems = (value, type) => problemsOfRules(value, type, ctx);
      const found = calls.flatMap(({ variables, nameOf }) => {
        const problems = problemsOf(inputs, variables, findProblems);
        return problems ? [renamed(problems, nameOf)] : [];
      });
      if (found.length > 0) throw invalid(Object.assign({}, ...found) as ErrorDetails);
    },
  };
}

function invalid(details: ErrorDetails, cause?: unknown): AppError {
  return new AppError('VALIDATION_FAILED', messageFor(details), { details, cause });
}

/** Whether every leaf that an operation selects is of a built-in scalar: our values are those already. */
function hasPlainLeaves(document: DocumentNode, schema: GraphQLSchema): boolean {
  let isPlain = true;
  const typeInfo = new TypeInfo(schema);
  const checkField = () => {
    const type = typeInfo.getType();
    const leaf = type && getNamedType(type);
    if (leaf && isLeafType(leaf) && !specifiedScalarTypes.some(({ name }) => name === leaf.name))
      isPlain = false;
  };
  visit(document, visitWithTypeInfo(typeInfo, { Field: checkField }));
  return isPlain;
}

/** What each field at the root of an operation asks of the caller. */
function rulesOf(
  document: DocumentNode,
  schema: GraphQLSchema,
): readonly ReturnType<typeof accessRulesOf>[] {
  const rules: ReturnType<typeof accessRulesOf>[] = [];
  const typeInfo = new TypeInfo(schema);
  const roots = [schema.getQueryType(), schema.getMutationType()];
  const noteField = () => {
    const field = typeInfo.getFieldDef();
    if (field && roots.some((root) => root === typeInfo.getParentType()))
      rules.push(accessRulesOf(field));
  };
  visit(document, visitWithTypeInfo(typeInfo, { Field: noteField }));
  return rules;
}

/** The input type of each variable. */
function inputsOf(
  document: DocumentNode,
  schema: GraphQLSchema,
): ReadonlyMap<string, GraphQLInputType> {
  const inputs = new Map<string, GraphQLInputType>();
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    for (const { variable, type } of definition.variableDefinitions ?? []) {
      // The operation is valid against the schema: its variables are of input types.
      const input = typeFromAST(schema, type as NamedTypeNode) as GraphQLInputType | undefined;
      if (input) inputs.set(variable.name.value, input);
    }
  }
  return inputs;
}

type FindProblems = (value: unknown, type: GraphQLInputType) => ErrorDetails | null;

/** What is wrong with all variables, by the path within them; null: nothing. */
function problemsOf(
  inputs: ReadonlyMap<string, GraphQLInputType>,
  variables: Readonly<Record<string, unknown>>,
  find: FindProblems,
): ErrorDetails | null {
  let details: Record<string, readonly string[]> | null = null;
  for (const [variable, type] of inputs) {
    const found = find(variables[variable], type);
    if (!found) continue;
    for (const [path, problems] of Object.entries(found)) {
      details ??= {};
      details[path === '' ? variable : `${variable}.${path}`] = problems;
    }
  }
  return details;
}

/** An input's own rules know all that is wrong at once; GraphQL's types alone would let `"a"` pass for `["a"]`. */
const problemsOfRules = (value: unknown, type: GraphQLInputType, ctx: RuleContext) =>
  findInputCheck(getNamedType(type).name)?.(value, ctx) ?? null;

/** For inputs without rules of their own: whether a value is of its GraphQL type. */
const problemsOfType: FindProblems = (value, type) => {
  if (value == null) return isNonNullType(type) ? { '': ['is required'] } : null;
  const details: Record<string, string[]> = {};
  coerceInputValue(value, type, (path, _invalid, error) => {
    (details[path.join('.')] ??= []).push(error.message);
  });
  return details;
};

function renamed(details: ErrorDetails, nameOf: (path: string) => string): ErrorDetails {
  return Object.fromEntries(
    Object.entries(details).map(([path, problems]) => [nameOf(path), problems]),
  );
}
