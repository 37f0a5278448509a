import {
  coerceInputValue,
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputType,
  isNonNullType,
  Kind,
  parse,
  TypeInfo,
  typeFromAST,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { RequestContext } from '../context';
import { AppError, type ErrorDetails, invalid } from '../../errors';
import { accessRulesOf, assertMayRun } from '../graphql/access-rules';
import { unwrapError } from '../../platform/graphql/unwrap-error';
import { inPlainWords } from '../../platform/graphql/plain-words';
import { findParserOf } from '../../platform/resources/parsed-by';
import { Problems } from '../../validation';
import { mutationAsQuery, type Operation } from './mutation-as-query';

/** One execution of an operation. */
export interface OperationCall {
  readonly variables: Readonly<Record<string, unknown>>;
  /** The request's own name of a path within the variables. */
  readonly nameOf: (path: string) => string;
}

/** A GraphQL operation that was parsed, validated and compiled once. */
export interface CompiledOperation {
  /** @param call with variables as `parse` returned them */
  run(context: RequestContext, call: OperationCall): ExecutionResult | Promise<ExecutionResult>;
  /** @throws {AppError} `UNAUTHENTICATED` or `FORBIDDEN` for a caller who may not run it, whatever the variables. */
  assertMayRun(context: RequestContext): void;
  /**
   * Reads the inputs among the variables of all calls.
   *
   * @throws {AppError} `VALIDATION_FAILED` with all that is wrong in any of them.
   */
  parse(calls: readonly OperationCall[], ctx: RequestContext): readonly OperationCall[];
  /** Tells what went wrong in the caller's words. A value of the wrong type and a broken rule look the same. */
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
  let compiled: CompiledQuery | null = null;
  const inputs = inputsOf(document, schema);
  const roots = rootFieldsOf(document, schema);
  const rules = roots.map(({ field }) => accessRulesOf(field));
  for (const root of roots) assertInputsAreVariables(where, root);

  return {
    run(context, { variables }) {
      compiled ??= compile(where, mutationAsQuery({ document, schema }));
      return compiled.query(undefined, context, variables);
    },
    assertMayRun(context) {
      assertMayRun(context, rules);
    },
    toRouteError(error, { variables, nameOf }) {
      const cause = unwrapError(error);
      if (cause instanceof AppError && !cause.details) return cause;
      if (!(cause instanceof AppError) && !(cause instanceof GraphQLError)) return cause;
      const found = cause instanceof AppError ? cause.details : problemsOfTypes(inputs, variables);
      // A GraphQL error that no input explains is a fault of ours.
      return found ? invalid(renamed(found, nameOf), { cause }) : cause;
    },
    parse(calls, ctx) {
      const problems: ErrorDetails[] = [];
      const parsed = calls.map(({ variables, nameOf }) => {
        const values: Record<string, unknown> = { ...variables };
        for (const [variable, type] of inputs) {
          const parseInput = findParserOf<RequestContext>(type);
          if (!parseInput) continue;
          const value = parseInput(values[variable], ctx);
          if (value instanceof Problems)
            problems.push(renamed(beneath(variable, value.details), nameOf));
          else values[variable] = value;
        }
        return { variables: values, nameOf };
      });
      if (problems.length > 0) throw invalid(joined(problems));
      return parsed;
    },
  };
}

/** At the first call: to compile all operations would take a third of a gateway's start. */
function compile(where: string, { document, schema }: Operation): CompiledQuery {
  const compiled = compileQuery(schema, document, undefined, {
    disablingCapturingStackErrors: true,
    // Our own resolvers return what the schema says. To check each text and number against it takes 6% of a find.
    disableLeafSerialization: true,
  });
  if (isCompiledQuery(compiled)) return compiled;
  throw new Error(`the operation of ${where} cannot be compiled`, { cause: compiled.errors?.[0] });
}

const joined = (all: readonly ErrorDetails[]): ErrorDetails =>
  Object.fromEntries(all.flatMap((details) => Object.entries(details)));

function beneath(variable: string, details: ErrorDetails): ErrorDetails {
  return Object.fromEntries(
    Object.entries(details).map(([path, problems]) => [
      path === '' ? variable : `${variable}.${path}`,
      problems,
    ]),
  );
}

interface RootField {
  readonly node: FieldNode;
  readonly field: GraphQLField<unknown, unknown>;
}

/** The queries and mutations that an operation asks for. */
function rootFieldsOf(document: DocumentNode, schema: GraphQLSchema): readonly RootField[] {
  const found: RootField[] = [];
  const typeInfo = new TypeInfo(schema);
  const roots = [schema.getQueryType(), schema.getMutationType()];
  const noteField = (node: FieldNode) => {
    const field = typeInfo.getFieldDef();
    if (field && roots.some((root) => root === typeInfo.getParentType()))
      found.push({ node, field });
  };
  visit(document, visitWithTypeInfo(typeInfo, { Field: noteField }));
  return found;
}

/** @throws when an input is written in the operation: only variables are parsed before a resolver gets them. */
function assertInputsAreVariables(where: string, { node, field }: RootField): void {
  for (const { name, type } of field.args) {
    const given = node.arguments?.find((argument) => argument.name.value === name);
    if (given?.value.kind === Kind.OBJECT && findParserOf(type))
      throw new Error(`the operation of ${where} must pass \`${name}\` as a variable`);
  }
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
      const input = typeFromAST(schema, type);
      if (isInputType(input)) inputs.set(variable.name.value, input);
    }
  }
  return inputs;
}

/** Finds the faults of variables that GraphQL reads whole, by their paths within the variables. */
function problemsOfTypes(
  inputs: ReadonlyMap<string, GraphQLInputType>,
  variables: Readonly<Record<string, unknown>>,
): ErrorDetails | null {
  const found = [...inputs].map(([variable, type]) =>
    beneath(variable, problemsOfType(variables[variable], type)),
  );
  const details = joined(found);
  return Object.keys(details).length > 0 ? details : null;
}

function problemsOfType(value: unknown, type: GraphQLInputType): ErrorDetails {
  if (findParserOf<RequestContext>(type)) return {};
  if (value == null) return isNonNullType(type) ? { '': ['is required'] } : {};
  const details: Record<string, string[]> = {};
  coerceInputValue(value, type, (path, _invalid, error) => {
    (details[path.join('.')] ??= []).push(inPlainWords(error.message));
  });
  return details;
}

function renamed(details: ErrorDetails, nameOf: (path: string) => string): ErrorDetails {
  return Object.fromEntries(
    Object.entries(details).map(([path, problems]) => [nameOf(path), problems]),
  );
}
