import type { Doc, Value } from '../bson/values';
import { failedToParse, locationError, mongoError } from '../errors';
import { type Compiler, type Evaluate, isTruthy, type Result, type Variables } from './operator';
import { operators } from './operators/index';
import { assertPresent } from '../present';

export { isTruthy };

export interface ExpressionOptions {
  /** The value of `$$NOW`: the time at which the command began. */
  readonly now: Date;
  /** A command's `let`: expressions that see no document. */
  readonly let?: Doc | undefined;
}

/** The members of a dotted path; refuses empty and `$` ones. */
export function fieldPath(path: string): readonly string[] {
  const components = path.split('.');
  for (const component of components) {
    if (component === '')
      throw locationError(15998, 'FieldPath field names may not be empty strings.');
    if (component.startsWith('$')) {
      throw locationError(16410, `FieldPath field names may not start with '$': '${path}'`);
    }
  }
  return components;
}

/** Follows a path; an array on the way gives the array of what its documents have there. */
function follow(value: Result, path: readonly string[], depth: number): Result {
  let at = value;
  for (let i = depth; ; i += 1) {
    const name = path[i];
    if (name === undefined) return at;
    if (at instanceof Map) at = at.get(name);
    else if (Array.isArray(at)) {
      const documents = at.filter((element) => element instanceof Map);
      return documents
        .map((element) => follow(element, path, i))
        .filter((found) => found !== undefined);
    } else return undefined;
  }
}

const emptyDoc: Doc = new Map();

class ExpressionCompiler implements Compiler {
  constructor(
    readonly now: Date,
    private readonly names: ReadonlySet<string>,
  ) {}

  compile(expression: Value): Evaluate {
    if (typeof expression === 'string') {
      if (expression.startsWith('$$')) return this.#variable(expression.slice(2));
      if (expression.startsWith('$')) return this.#field(expression.slice(1));
    }
    if (Array.isArray(expression)) return this.#array(expression);
    if (expression instanceof Map) return this.#object(expression);
    return () => expression;
  }

  #field(text: string): Evaluate {
    if (text === '') throw locationError(16872, "'$' by itself is not a valid FieldPath");
    const path = fieldPath(text);
    if (path.length === 1) return (doc) => doc.get(text);
    return (doc) => follow(doc, path, 0);
  }

  #variable(text: string): Evaluate {
    const [name = '', ...path] = fieldPath(text);
    const { now } = this;
    if (name === 'REMOVE') return () => undefined;
    if (name === 'NOW') return () => now;
    if (this.names.has(name)) return (_doc, variables) => follow(variables.get(name), path, 0);
    if (name === 'ROOT' || name === 'CURRENT') return (doc) => follow(doc, path, 0);
    throw locationError(17276, `Use of undefined variable: ${name}`);
  }

  #array(members: readonly Value[]): Evaluate {
    const evaluate = members.map((member) => this.compile(member));
    return (doc, variables) => evaluate.map((member) => member(doc, variables) ?? null);
  }

  #object(expression: Doc): Evaluate {
    const [name] = expression.keys();
    if (name?.startsWith('$')) return this.#operator(name, expression);
    const fields = Array.from(expression, ([field, value]) => {
      if (field.startsWith('$')) {
        throw locationError(15983, 'an expression must have exactly one field');
      }
      if (field.includes('.')) {
        throw locationError(16412, `FieldPath field names may not contain '.': '${field}'`);
      }
      return [field, this.compile(value)] as const;
    });
    return (doc, variables) => {
      const result: Doc = new Map();
      for (const [field, evaluate] of fields) {
        const value = evaluate(doc, variables);
        if (value !== undefined) result.set(field, value);
      }
      return result;
    };
  }

  #operator(name: string, expression: Doc): Evaluate {
    if (expression.size !== 1) {
      throw locationError(15983, 'an expression must have exactly one field');
    }
    const operator = operators.get(name);
    if (!operator) throw mongoError('InvalidPipelineOperator', `Unrecognized expression '${name}'`);
    const operand = assertPresent(expression.get(name), 'an expression is named by its field');
    return operator(operand, this, name);
  }
}

/** A compiled expression: undefined stands for a missing value. */
export type Expression = (doc: Doc, variables?: Variables) => Result;

const variableName = /^[a-z\u0080-\u{10ffff}][\w\u0080-\u{10ffff}]*$/u;

/** A command's `let`, evaluated: a later variable sees the earlier ones. */
function variablesOf({ let: bindings, now }: ExpressionOptions): Variables {
  const variables = new Map<string, Result>();
  for (const [name, expression] of bindings ?? []) {
    if (!variableName.test(name)) {
      throw failedToParse(`'${name}' cannot be the name of a variable`);
    }
    const compiler = new ExpressionCompiler(now, new Set(variables.keys()));
    variables.set(name, compiler.compile(expression)(emptyDoc, variables));
  }
  return variables;
}

/**
 * Compiles an aggregation expression.
 *
 * @throws {MongoError} InvalidPipelineOperator (168) for an unknown operator, 17276 for an undefined
 * variable, 15998 and 16410 for malformed paths, 16020 for a wrong number of arguments; evaluation
 * throws MongoDB's errors for operands of a wrong type.
 */
export function compileExpression(expression: Value, options: ExpressionOptions): Expression {
  const constants = variablesOf(options);
  const compiler = new ExpressionCompiler(options.now, new Set(constants.keys()));
  const evaluate = compiler.compile(expression);
  return (doc, variables = constants) => evaluate(doc, variables);
}
