import { describe, expect, it } from '@jest/globals';
import { inCohort } from '../../src/http/cohort';

const turn = () => new Promise((resolve) => setImmediate(resolve));
const failOnError = (error: unknown) => {
  throw error;
};

describe('a cohort', () => {
  it('runs its steps in their order, when all that has come in is read', async () => {
    const ran: string[] = [];
    inCohort(() => ran.push('first'), failOnError);
    inCohort(() => ran.push('second'), failOnError);
    await Promise.resolve();
    ran.push('read');
    await turn();
    expect(ran).toEqual(['read', 'first', 'second']);
  });

  it('leaves what its steps ask for to the next one', async () => {
    const ran: string[] = [];
    inCohort(() => {
      inCohort(() => ran.push('inner'), failOnError);
      ran.push('outer');
    }, failOnError);
    await turn();
    expect(ran).toEqual(['outer']);
    await turn();
    expect(ran).toEqual(['outer', 'inner']);
  });

  it('goes on after a step that throws, and tells who asked for that one', async () => {
    const heard: unknown[] = [];
    const hear = (error: unknown) => heard.push(error);
    inCohort(() => {
      throw new Error('the first');
    }, hear);
    inCohort(() => heard.push('the second ran'), hear);
    await turn();
    expect(heard).toEqual([new Error('the first'), 'the second ran']);
  });
});
