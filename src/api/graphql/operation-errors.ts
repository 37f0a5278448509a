import {
  getNamedType,
  GraphQLID,
  type GraphQLField,
  type GraphQLSchema,
  isInputObjectType,
  isNonNullType,
} from 'graphql';
import type { RequestContext } from '../context';
import type { ErrorCode } from '../../errors';
import { findParserOf } from '../../platform/resources/parsed-by';
import { accessRulesOf } from './access-rules';
import { handledFieldsOf } from './handled-fields';

type RootField = GraphQLField<unknown, RequestContext>;

const introduction = ' Errors: ';

/**
 * Says in the description of each query, mutation and subscription which errors follow from its declaration. A resolver
 * writes the others: `Does it. Errors: CONFLICT while it runs.` Where it names a code that follows, its own words stay.
 */
export function noteErrors(schema: GraphQLSchema): void {
  for (const { field } of handledFieldsOf(schema)) {
    const [meaning = '', written = ''] = (field.description ?? '').split(introduction);
    const named = new Set(written.match(/\b[A-Z]+(?:_[A-Z]+)*\b/g));
    const derived = derivedErrorsOf(field).filter((code) => !named.has(code));
    const others = written === '' ? [] : [written.replace(/\.$/, '')];
    const errors = [...derived, ...others].join(', ');
    if (errors !== '') field.description = `${meaning}${introduction}${errors}.`;
  }
}

/** The errors that access and arguments of an operation bring with them. */
function derivedErrorsOf(field: RootField): readonly ErrorCode[] {
  const rules = accessRulesOf(field);
  return [
    ...(rules ? (['UNAUTHENTICATED'] as const) : []),
    ...(rules && rules.length > 0 ? (['FORBIDDEN'] as const) : []),
    ...(field.args.some(namesWhatMustExist) ? (['NOT_FOUND'] as const) : []),
    ...(isPage(field) || field.args.some(isParsed) ? (['VALIDATION_FAILED'] as const) : []),
  ];
}

type Argument = RootField['args'][number];

/** An id that an operation cannot do without; a test asks each of them for what is not there. */
function namesWhatMustExist({ type }: Argument): boolean {
  return isNonNullType(type) && type.ofType === GraphQLID;
}

/** A parser sees what GraphQL lets through; scalars are read by GraphQL before. */
function isParsed({ type }: Argument): boolean {
  return isInputObjectType(getNamedType(type)) && findParserOf(type) !== null;
}

/** Pages refuse the cursor of another list. */
function isPage({ type, args }: RootField): boolean {
  return (
    getNamedType(type).name.endsWith('Connection') && args.some(({ name }) => name === 'after')
  );
}
