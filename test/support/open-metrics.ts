/** A sample of an exposition. */
export interface Sample {
  /** Its name and labels as they are written. */
  readonly series: string;
  readonly value: number;
}

const types = [
  ...['unknown', 'gauge', 'counter', 'stateset', 'info', 'histogram', 'gaugehistogram', 'summary'],
];
const suffixes: Readonly<Record<string, readonly string[]>> = {
  gauge: [''],
  counter: ['_total', '_created'],
  histogram: ['_bucket', '_count', '_sum', '_created'],
  summary: ['', '_count', '_sum', '_created'],
};
const escaped = String.raw`(?:[^\n"\\]|\\["\\n])*`;
const name = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const label = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="${escaped}"`;
const number = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[+-]?Inf|[Nn]a[Nn]`;
const descriptor = new RegExp(`^# (TYPE|HELP|UNIT) (${name}) (${escaped})$`);
const sampleLine = new RegExp(`^((${name})(?:\\{(${label}(?:,${label})*)?\\})?) (${number})$`);

/**
 * Reads an exposition by the rules of OpenMetrics 1.0 that ours can break: one `# EOF`, at the end; no empty line; each
 * family once, in one piece, with its type before its samples; samples with the suffix of their type; no series twice;
 * buckets that only grow, to `+Inf`, which is the count.
 *
 * @throws where it breaks one.
 */
export function parseOpenMetrics(text: string): {
  /** Types by name. */
  readonly families: ReadonlyMap<string, string>;
  readonly samples: readonly Sample[];
} {
  const end = '\n# EOF\n';
  if (!text.endsWith(end)) throw new Error('it does not end with # EOF');
  const families = new Map<string, string>();
  const described = new Set<string>();
  const samples: Sample[] = [];
  const seen = new Set<string>();
  let family = '';
  let buckets = { of: '', last: 0, least: Infinity };
  for (const line of text.slice(0, -end.length).split('\n')) {
    const refuse = (reason: string) => new Error(`${reason}: ${line}`);
    const descriptorOf = descriptor.exec(line);
    if (descriptorOf) {
      const [, kind = '', of = '', rest = ''] = descriptorOf;
      if (described.has(`${kind} ${of}`)) throw refuse('described twice');
      described.add(`${kind} ${of}`);
      if (of !== family && [...described].filter((one) => one.endsWith(` ${of}`)).length > 1)
        throw refuse('a family in two pieces');
      family = of;
      if (kind !== 'TYPE') continue;
      if (!types.includes(rest)) throw refuse('no type');
      families.set(of, rest);
      continue;
    }
    const sample = sampleLine.exec(line);
    if (!sample) throw refuse('no line of OpenMetrics');
    const [, series = '', of = '', labels = '', value = ''] = sample;
    const type = families.get(family);
    if (type === undefined) throw refuse('a sample without a type');
    if (!(suffixes[type] ?? ['']).some((suffix) => of === family + suffix))
      throw refuse(`no sample of the ${type} ${family}`);
    if (seen.has(series)) throw refuse('a series twice');
    seen.add(series);
    const amount = Number(value.replace('Inf', 'Infinity'));
    if (type !== 'gauge' && !(amount >= 0)) throw refuse('less than nothing');
    samples.push({ series, value: amount });
    if (type !== 'histogram') continue;
    const others = labels.replace(/,?le="[^"]*"/, '').replace(/^,/, '');
    if (of.endsWith('_bucket')) {
      const [, le = ''] = /(?:^|,)le="([^"]*)"/.exec(labels) ?? [];
      const bound = Number(le.replace('Inf', 'Infinity'));
      if (buckets.of !== others || bound <= buckets.least)
        buckets = { of: others, last: 0, least: -Infinity };
      if (Number.isNaN(bound) || amount < buckets.last) throw refuse('buckets that do not grow');
      buckets = { of: others, last: amount, least: bound };
    } else if (of.endsWith('_count')) {
      if (buckets.of !== others || buckets.least !== Infinity || buckets.last !== amount)
        throw refuse('a count that is not that of +Inf');
    }
  }
  return { families, samples };
}
