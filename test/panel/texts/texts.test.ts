import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { de } from '../../../panel/texts/de';
import { en } from '../../../panel/texts/en';
import { listFiles } from '../../docs/documents';

/** Attributes and members whose text people see, or hear. */
const visible =
  /^(title|label|placeholder|aria-label|alt|description|about|action|none|text|done|legend|vendorDescription|noVendor)$/;

/** Texts that are alike in every language. */
const exceptions: ReadonlySet<string> = new Set([
  // The name of the program.
  'Adgate',
  // Addresses, as they have to be typed.
  '0001-00000001-8B4E',
  'https://example.com',
  'https://example.com/offer?case={cid}',
  // Hours and a time zone, as they have to be typed.
  'Mo-Fr 09:00-17:00; Sa 10:00-14:00',
  'Europe/Warsaw',
  'country:pl Mo-Fr 09:00-17:00 3',
  // For programs, not for people.
  'classifier:category = adult, gambling',
  '`<img src="${link}" width="1" height="1" alt="">`',
  '`<img src="${conversionClickLink}" width="1" height="1" alt="">`',
  "`client_id=${shown.id}${shown.secret === null ? '' : `\\nclient_secret=${shown.secret}`}`",
]);

// The console is GraphiQL, which is English.
const sources = listFiles('panel', /\.tsx?$/).filter(
  (path) => !/\.d\.ts$|^panel\/(texts|console)\//.test(path),
);

/** Says that a person sees the text that a literal writes. */
function isSeen(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isJsxExpression(parent) && !ts.isJsxAttribute(parent.parent)) return true;
  if (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent))
    return node !== parent.name && visible.test(parent.name.getText().replace(/'/g, ''));
  // A reason for people begins with a capital, one for programs does not.
  if (ts.isNewExpression(parent))
    return parent.expression.getText() === 'Error' && /^["'`]\p{Lu}/u.test(node.getText());
  if (ts.isCallExpression(parent)) return parent.expression.getText() === 'say';
  const passesOn =
    ts.isJsxExpression(parent) ||
    ts.isConditionalExpression(parent) ||
    ts.isBinaryExpression(parent);
  // A value that is compared with another is no text.
  return passesOn && !/[=!]==|^in$/.test(operatorOf(parent)) && isSeen(parent);
}

const operatorOf = (node: ts.Node): string =>
  ts.isBinaryExpression(node) ? node.operatorToken.getText() : '';

function findLiterals(path: string, text: string): readonly string[] {
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isJsxText(node)) found.push(node.text.trim());
    const isLiteral = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
    if (isLiteral && isSeen(node))
      found.push(ts.isStringLiteralLike(node) ? node.text : node.getText());
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  // A placeholder is no text of its own.
  return found.filter(
    (one) => /\p{L}/u.test(one.replace(/\$\{[^}]*\}+/g, '')) && !exceptions.has(one),
  );
}

describe('texts of the panel', () => {
  it('are in panel/texts', () => {
    const elsewhere = sources.flatMap((path) =>
      findLiterals(path, readFileSync(path, 'utf8')).map((text) => `${path}: ${text}`),
    );
    expect(elsewhere).toEqual([]);
  });

  it('would be found in a component', () => {
    const text = `const a = <p title={is ? 'One' : t('x')} className="two">Three {'four'} {is === 'five' ? null : \`\${six} seven\`}</p>;
      say('Eight.'); const b = { label: 'Nine', value: 'ten' };
      throw is ? new Error('Eleven.') : new Error('twelve');`;
    expect(findLiterals('a.tsx', text)).toEqual([
      'One',
      'Three',
      'four',
      '`${six} seven`',
      'Eight.',
      'Nine',
      'Eleven.',
    ]);
  });
});

/** The names that a message asks values for, and its tags. */
const namesIn = (message: string): readonly string[] =>
  [...new Set(message.match(/\{\w+|<\w+>/g))].toSorted();

const messages = Object.entries(en).flatMap(([room, texts]) =>
  Object.entries(texts).map(([key, text]) => {
    const german: Readonly<Record<string, string>> = de[room as keyof typeof de];
    return { key: `${room}.${key}`, english: text, german: german[key]! };
  }),
);

describe('the German texts', () => {
  it('name the values that the English name', () => {
    const different = messages.filter(
      ({ english, german }) => namesIn(english).join() !== namesIn(german).join(),
    );
    expect(messages.length).toBeGreaterThan(500);
    expect(different).toEqual([]);
  });
});

/** Rooms whose texts are asked for by the server’s words. */
const ofServer = /^(?:words|changes|changedMembers|labels|categories|unpaid)\./;

it('every text is used', () => {
  const used = sources.map((path) => readFileSync(path, 'utf8')).join('\n');
  const unused = messages
    .map(({ key }) => key)
    .filter((key) => !ofServer.test(key) && !used.includes(`'${key}'`));
  expect(unused).toEqual([]);
});
