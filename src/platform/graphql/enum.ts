import { registerEnumType } from 'type-graphql';
import { recordOf } from '../../record';

export interface EnumOptions<Value extends string> {
  readonly name: string;
  readonly description: string;
  /** Spelled alike inside, in GraphQL and in REST: what is sent needs no mapping, and variables stay texts. */
  readonly values: readonly Value[];
  /** Says for the public schema what each value means. */
  readonly meanings: Readonly<Record<Value, string>>;
}

/** Registers a closed set of texts as a GraphQL enum; fields name what it returns as their type. */
export function createEnum<Value extends string>(
  options: EnumOptions<Value>,
): Readonly<Record<Value, Value>> {
  const { name, description, values, meanings } = options;
  const byName: Readonly<Record<Value, Value>> = recordOf(values, (value) => value);
  const valuesConfig = recordOf(values, (value) => ({ description: meanings[value] }));
  registerEnumType(byName, { name, description, valuesConfig });
  return byName;
}
