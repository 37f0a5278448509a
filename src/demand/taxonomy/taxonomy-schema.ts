import { z } from 'zod';
import { creativeType } from '../creatives/creative.resource';
import { isRecord } from '../../record';
import { isHostForm } from './host-form';
import { inputKinds, type TargetingDictionary } from './targeting-options';
import { isPatchPath } from './taxonomy-patch';

/** How deep dictionaries may be nested: as deep as the answers that show them. */
const maxDictionaryDepth = 4;

const idPattern = /^[a-z0-9][\w-]{0,63}$/i;
const idRule = 'must be 1 to 64 letters, digits, - or _, the first a letter or a digit';
const name = z.string().regex(idPattern, idRule);
const label = z.string().min(1, 'must not be empty').max(255, 'must have at most 255 characters');
const listOf = <Item extends z.ZodType>(item: Item, most: number) =>
  z.array(item, 'must be a list').max(most, `must have at most ${most} entries`);
const unique =
  <Member extends string>(member: Member) =>
  (items: readonly Readonly<Record<Member, unknown>>[]) =>
    new Set(items.map((item) => item[member])).size === items.length;

const dictionary = z.custom<TargetingDictionary>().superRefine((items, check) => {
  const seen = new Set<string>();
  refineDictionary(items, [], {
    seen,
    report: (path, message) => check.addIssue({ code: 'custom', path: [...path], message }),
  });
});

const scope = z
  .string()
  .regex(
    /^(?:[1-9]\d{0,4}x[1-9]\d{0,4}|cube|pop-up|pop-under)$/,
    'must be <width>x<height>, cube, pop-up or pop-under',
  );
const mime = z.string().regex(/^[a-z]+\/[\w.+-]{1,64}$/, 'must be a MIME type');
const format = z.strictObject({
  type: creativeType.input,
  mimes: listOf(mime, 32).min(1, 'must not be empty'),
  scopes: listOf(scope, 500).min(1, 'must not be empty'),
});
/** Formats of a medium or vendor, each creative type once. */
export const formatsSchema = listOf(format, creativeType.values.length)
  .min(1, 'must not be empty')
  .refine(unique('type'), 'must have each type once');

const option = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('dict'), name, label, items: dictionary }),
    z.strictObject({
      type: z.literal('input'),
      name,
      label,
      kind: z.enum(inputKinds).default('domain'),
    }),
  ],
  'must have the type dict or input',
);
const options = listOf(option, 100).refine(unique('name'), 'must have each name once');
/** Options that campaigns can target, shared dictionaries in their places. */
export const targetingSchema = z.strictObject({ user: options, site: options, device: options });

const patch = z.strictObject({
  path: z
    .string()
    .max(1024)
    .refine(isPatchPath, "must be a path such as $[?@.type=='image'].mimes"),
  value: z.unknown(),
});

/** The document but for formats and targeting, which are read once shared dictionaries and patches are in. */
export const documentSchema = z.strictObject({
  meta: z.strictObject({ name: label, version: label }),
  parameters: z.record(z.string().regex(/^@[\w-]{1,64}$/, 'must be @ and a name'), dictionary),
  media: listOf(z.strictObject({ name, label, formats: z.unknown(), targeting: z.unknown() }), 20)
    .min(1, 'must not be empty')
    .refine(unique('name'), 'must have each name once'),
  vendors: listOf(
    z.strictObject({
      medium: z.string(),
      name,
      label,
      hosts: listOf(z.string().refine(isHostForm, 'must be a host'), 20).optional(),
      formats: listOf(patch, 100),
      targeting: listOf(patch, 100),
    }),
    200,
  ),
});

type Path = readonly (string | number)[];

function problemOfDictionary(items: unknown): string {
  if (isRecord(items)) return `must not be nested more than ${maxDictionaryDepth} deep`;
  return typeof items === 'string'
    ? `${items.slice(0, 64)} is not a parameter`
    : 'must be an object of ids and labels';
}

/** Ids must be unique in the whole dictionary: a selection holds them without their parents. */
function refineDictionary(
  items: unknown,
  path: Path,
  found: {
    readonly seen: Set<string>;
    readonly report: (path: Path, message: string) => void;
  },
  depth = 1,
): void {
  const { seen, report } = found;
  if (!isRecord(items) || depth > maxDictionaryDepth) {
    report(path, problemOfDictionary(items));
    return;
  }
  for (const [id, item] of Object.entries(items)) {
    const at = [...path, id.slice(0, 64)];
    if (!idPattern.test(id)) report(at, idRule);
    else if (seen.has(id)) report(at, 'is there twice in this dictionary');
    seen.add(id);
    if (label.safeParse(item).success) continue;
    const isNested = isRecord(item) && label.safeParse(item.label).success;
    const hasOthers =
      isRecord(item) && Object.keys(item).some((key) => key !== 'label' && key !== 'values');
    if (!isNested || hasOthers) report(at, 'must be a label, or an object of label and values');
    else refineDictionary(item.values, [...at, 'values'], found, depth + 1);
  }
}
