import { hourMs } from '../../time';
import type { ContentContext } from './content.context';
import type { Job } from '../../platform/jobs/job';

/** Longer than anybody takes from writing a file to storing its name. */
const graceMs = hourMs;
/** Longer than an upload lives, and than many runs: a content that came into use during a run is kept by the next one. */
const lastLifeMs = 48 * hourMs;

/**
 * Lets the contents of deleted creatives expire, and removes the files of expired contents. The database removes the
 * contents that it holds itself when they expire.
 */
export const removeUnusedContents: Job<ContentContext> = {
  name: 'remove-unused-contents',
  everySeconds: 3_600,
  async run(ctx, signal) {
    await expireUnused(ctx, signal);
    await ctx.contents.removeUnusedFiles(new Date(ctx.now().getTime() - graceMs), signal);
  },
};

async function expireUnused(ctx: ContentContext, signal: AbortSignal): Promise<void> {
  for await (const contents of ctx.contents.listIds()) {
    if (signal.aborted) return;
    const used = await ctx.creatives.listUsedContentIds(contents.map(({ id }) => id));
    const unused = contents.filter(({ id, isKept }) => isKept && !used.has(id));
    const wanted = contents.filter(({ id, isKept }) => !isKept && used.has(id));
    const expiresAt = new Date(ctx.now().getTime() + lastLifeMs);
    if (unused.length > 0)
      await ctx.contents.expire(
        unused.map(({ id }) => id),
        expiresAt,
      );
    if (wanted.length > 0) await ctx.contents.keep(wanted.map(({ id }) => id));
  }
}
