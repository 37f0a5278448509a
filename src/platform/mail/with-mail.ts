import type { Mail, Mailer } from './mailer';

/**
 * Does a piece of work, and then sends the mail that tells of it: not without room for that among those that wait.
 *
 * @param mailer null: no mail is sent
 * @param toMail null: there is nothing to tell
 * @throws {AppError} `SERVICE_UNAVAILABLE` when too many mails wait: nothing is done then.
 */
export async function withMail<Result>(
  mailer: Mailer | null,
  work: () => Promise<Result>,
  toMail: (result: Result) => Mail | null,
): Promise<Result> {
  if (!mailer) return work();
  const done = Promise.withResolvers<Mail | null>();
  mailer.enqueue(() => done.promise);
  try {
    const result = await work();
    done.resolve(toMail(result));
    return result;
  } finally {
    // No mail tells of a change that failed.
    done.resolve(null);
  }
}
