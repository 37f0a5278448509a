import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { printFigures } from '../../src/http/metrics';
import { createWorkerMetrics } from '../../src/http/worker-metrics';
import { rowsOf } from '../docs/documents';
import { send, startApp } from '../support/app';

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly for?: string;
      readonly labels: Readonly<Record<string, string>>;
      readonly annotations: Readonly<Record<string, string>>;
    }[];
  }[];
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: {
    readonly h: number;
    readonly w: number;
    readonly x: number;
    readonly y: number;
  };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const rules = (parse(readFileSync('deploy/alerts.yml', 'utf8')) as Rules).groups.flatMap(
  (group) => group.rules,
);
const dashboard = JSON.parse(readFileSync('deploy/dashboard.json', 'utf8')) as {
  readonly panels: readonly Panel[];
};
const targets = dashboard.panels.flatMap((panel) => panel.targets ?? []);
/** Grafana puts the time between some scrapes in its place. */
const exprs = [...rules, ...targets].map(({ expr }) => expr.replaceAll('$__rate_interval', '4m'));

/** Texts of the nodes of a kind in a query. */
function textsOf(query: string, kind: string): readonly string[] {
  const texts: string[] = [];
  parser.parse(query).iterate({
    enter: ({ type, from, to }) => {
      if (type.name === kind) texts.push(query.slice(from, to));
    },
  });
  return texts;
}

let names: readonly string[];
beforeAll(async () => {
  const app = await startApp();
  const workers = createWorkerMetrics(() => Promise.resolve({ serving: [], leaving: [] }));
  const exposition = `${(await send(`${app.url}/metrics`)).body as string}\n${await printFigures(await workers.read())}`;
  names = [...exposition.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!);
});

it('the parser finds what is wrong', () => {
  expect(textsOf('sum by (route) rate(a[1m]))', '⚠').length).toBeGreaterThan(0);
});

describe.each(exprs)('%s', (query) => {
  it('is a query of Prometheus', () => {
    expect(textsOf(query, '⚠')).toEqual([]);
  });

  it('asks for metrics that there are, by labels that they have', () => {
    const asked = textsOf(query, 'Identifier').filter((name) => name !== 'up');
    const known = (name: string) =>
      names.includes(name) || names.includes(name.replace(/_(?:bucket|sum|count)$/, ''));
    expect(asked.filter((name) => !known(name))).toEqual([]);
    const documented = rowsOf(readFileSync('docs/metrics.md', 'utf8')).flatMap(
      ([metric = '', labels = '']) =>
        asked.some((name) => name.startsWith(metric.replaceAll('`', '')) && metric !== '')
          ? labels.split(', ').map((label) => label.replaceAll('`', ''))
          : [],
    );
    const labels = textsOf(query, 'LabelName');
    // `job` and `instance` are what Prometheus gives each, `le` what a histogram has.
    expect(
      labels.filter((label) => ![...documented, 'le', 'job', 'instance'].includes(label)),
    ).toEqual([]);
  });
});

it('no metric has a label that Prometheus gives itself', () => {
  const labels = rowsOf(readFileSync('docs/metrics.md', 'utf8')).flatMap(([, cell = '']) =>
    cell.split(', ').map((label) => label.replaceAll('`', '')),
  );
  expect(labels.filter((label) => ['job', 'instance'].includes(label))).toEqual([]);
});

it('every alert says what is wrong, and how much it matters', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { labels, annotations } of rules) {
    expect(['critical', 'warning']).toContain(labels['severity']);
    expect(annotations['summary']).toMatch(/^[A-Z0-9].+\.$/);
  }
});

it('every metric of ours is in a panel', () => {
  const shown = targets.flatMap(({ expr }) =>
    textsOf(expr.replaceAll('$__rate_interval', '4m'), 'Identifier'),
  );
  const isShown = (name: string) =>
    shown.some((one) => one === name || one.replace(/_(?:bucket|sum|count)$/, '') === name);
  const others = ['adgate_cache_content_bytes'];
  expect(
    names.filter((name) => name.startsWith('adgate_') && !isShown(name) && !others.includes(name)),
  ).toEqual([]);
});

it('panels stand beside each other, and legends name labels that the query keeps', () => {
  const taken = new Set<string>();
  for (const { gridPos } of dashboard.panels)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        expect(taken.has(`${x},${y}`)).toBe(false);
        taken.add(`${x},${y}`);
      }
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  for (const { expr, legendFormat } of targets)
    for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
      if (/^(?:sum|max|min|histogram_quantile|time)/.test(expr))
        expect(textsOf(expr.replaceAll('$__rate_interval', '4m'), 'LabelName')).toContain(label);
});
