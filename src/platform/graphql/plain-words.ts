const words: Readonly<Record<string, string>> = {
  String: 'must be a string',
  ID: 'must be a string',
  Int: 'must be a whole number',
  Float: 'must be a number',
  Boolean: 'must be true or false',
};

const noValue = 'is none of its values';

/** Repeats GraphQL's complaint about a value of the wrong type, without the value: it may be a password. */
export function inPlainWords(message: string): string {
  const type = /^(\w+) cannot represent/.exec(message)?.[1];
  if (type !== undefined) return words[type] ?? 'is not valid';
  if (/^(?:Enum "|Value [^]* does not exist in ")/.test(message)) return noValue;
  const expected = /^Expected value of type "([\w![\]]+)", found /.exec(message)?.[1];
  return expected === undefined ? message : `must be of the type ${expected}`;
}

/** Sentences of GraphQL about a variable that name fields and types alone. */
const harmless =
  /; (Field "\w+" (?:of required type "[\w![\]]+" was not provided|is not defined by type "\w+")|Expected non-nullable type "[\w![\]]+" not to be null|a file is sent as a part of a multipart request|an amount is a string such as "0.05", with at most 11 decimals|a time is ISO 8601 such as "2026-02-09T12:00:00Z"|must be a positive integer)/;
const ofEnum = /(?:; Enum "\w+" cannot represent| does not exist in "\w+" enum)/;
const ofObject = /; Expected type "\w+" to be an object/;
const ofBuiltIn = /; (String|ID|Int|Float|Boolean) cannot represent/;

/** Repeats GraphQL's complaint about an operation, without the values of its variables and its document. */
export function withoutValues(message: string): string {
  const argument = /^Argument "(\w+)" has invalid value /.exec(message)?.[1];
  if (argument !== undefined) return `argument "${argument}": is not valid`;
  const variable = /^Variable "\$(\w+)" got invalid value /.exec(message)?.[1];
  if (variable === undefined) return inPlainWords(message);
  const path = new RegExp(` at "(${variable}[\\w.[\\]]*)"; `).exec(message)?.[1] ?? variable;
  return `variable "$${path}": ${problemOf(message)}`;
}

function problemOf(message: string): string {
  const builtIn = ofBuiltIn.exec(message)?.[1];
  const known = (builtIn && words[builtIn]) ?? harmless.exec(message)?.[1];
  if (known !== undefined) return known;
  if (ofEnum.test(message)) return noValue;
  return ofObject.test(message) ? 'must be an object' : 'is not valid';
}
