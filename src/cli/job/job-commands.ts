import { listJobs, type RunPiece, runJob } from '../../platform/jobs/job.service';
import { type Command, CommandError } from '../command';
import { serviceCommand } from '../service-command';
import { describeJob } from './job-text';

export const jobCommands: readonly Command[] = [
  serviceCommand({
    name: 'job list',
    summary: 'Lists the jobs: how their last runs went, who runs them, when they are due.',
    details:
      'A job may be divided into pieces, which gateways share. What each gateway does for itself has no state.',
    options: {},
    work: listJobs,
    print: (jobs) => ({ text: jobs.map(describeJob).join('\n'), json: { jobs } }),
  }),
  serviceCommand({
    name: 'job run',
    summary: 'Runs a job now, whether it is due or not.',
    details:
      'It runs in this process, all pieces one after the other; what a gateway runs at the moment is waited for, and run again.',
    arguments: [{ name: 'name', description: 'of the job: `adgate job list` shows them' }],
    options: {},
    async work(services, { name }, ctx) {
      const pieces = await runJob(services, name, {
        signal: ctx.signal,
        onWait: (piece, heldBy) => ctx.note(`${nameOf(name, piece)} is run by ${heldBy}: waiting`),
      });
      // The counts of the job are in memory, as in a gateway.
      await services.creativeResults.flush();
      return pieces;
    },
    print(pieces, { name }) {
      const wrong = pieces.filter(({ result }) => result !== 'ok');
      if (wrong.length > 0)
        throw new CommandError(wrong.map((piece) => describe(name, piece)).join('; '));
      const text = pieces.map((piece) => describe(name, piece)).join('\n');
      return { text, json: { name, pieces } };
    },
  }),
];

const nameOf = (name: string, piece: string | null) => (piece === null ? name : `${name}:${piece}`);

function describe(name: string, { piece, result, message }: RunPiece): string {
  return `${nameOf(name, piece)}: ${result}${message === null ? '' : `: ${message}`}`;
}
