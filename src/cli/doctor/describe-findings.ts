import type { CommandResult } from '../command';
import type { Finding } from '../../platform/findings/finding';

const marks = { ok: 'ok      ', warning: 'WARNING ', problem: 'PROBLEM ' } as const;

/** A line for each, and exit code 1 where there is a problem. */
export function describeFindings(findings: readonly Finding[]): CommandResult {
  const hasProblem = findings.some(({ state }) => state === 'problem');
  return {
    text: findings.map(lineOf).join('\n'),
    json: { findings },
    ...(hasProblem && { exitCode: 1 }),
  };
}

function lineOf({ check, state, message, remedy }: Finding): string {
  const line = `${marks[state]} ${check}: ${message}`;
  return remedy === null ? line : `${line}\n          ${remedy}`;
}
