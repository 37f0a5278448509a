import { type RunPiece, runJob } from '../../platform/jobs/job.service';
import { CommandError, defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';

export const jobRun = defineCommand({
  name: 'job run',
  summary: 'Runs a job now, whether it is due or not.',
  details:
    'It runs in this process, all pieces one after the other; what a gateway runs at the moment is waited for, and run again.',
  arguments: [{ name: 'name', description: 'of the job: `adgate job list` shows them' }],
  options: { uri: uriOption },
  async run({ name, uri }, ctx) {
    const pieces = await withServices({ uri }, ctx, async (services) => {
      const ran = await runJob(services, name, {
        signal: ctx.signal,
        onWait(piece, heldBy) {
          ctx.note(`${nameOf(name, piece)} is run by ${heldBy}: waiting`);
        },
      });
      // The counts of the job are in memory, as in a gateway.
      await services.creativeResults.flush();
      return ran;
    });
    const wrong = pieces.filter(({ result }) => result !== 'ok');
    if (wrong.length > 0)
      throw new CommandError(wrong.map((piece) => describe(name, piece)).join('; '));
    return {
      text: pieces.map((piece) => describe(name, piece)).join('\n'),
      json: { name, pieces },
    };
  },
});

const nameOf = (name: string, piece: string | null) => (piece === null ? name : `${name}:${piece}`);

function describe(name: string, { piece, result, message }: RunPiece): string {
  return `${nameOf(name, piece)}: ${result}${message === null ? '' : `: ${message}`}`;
}
