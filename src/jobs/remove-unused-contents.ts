import type { Job } from './job';

/** Longer than anybody takes from writing a file to storing its name. */
const graceMs = 60 * 60 * 1000;

/** Removes the files of contents that have expired; the database removes what it has itself. */
export const removeUnusedContents: Job = {
  name: 'remove-unused-contents',
  everySeconds: 3_600,
  async run(ctx) {
    await ctx.contents.removeUnusedFiles(new Date(ctx.now().getTime() - graceMs));
  },
};
