import { setTimeout as pause } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { AppError } from '../../errors';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** `<id@host>`, by which copies are known; default: a new one. */
  readonly messageId?: string;
  /** More headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends mail after the answer, so that the answer does not tell by its time whether there was something to send. */
export interface Mailer {
  /**
   * Takes work that ends in a mail, or in none. A mail that the server refuses is tried again twice, then logged.
   *
   * @throws {AppError} `SERVICE_UNAVAILABLE` when too many wait already.
   */
  enqueue(write: () => Promise<Mail | null>): void;
  /** Sends a mail, once. @throws what the server answers when it is not taken. */
  send(mail: Mail): Promise<void>;
  /** Connects and logs in, and sends nothing. @throws what the server answers when it lets nobody in. */
  verify(): Promise<void>;
  /** Resolves when nothing waits any more, after 5 seconds at the latest. */
  close(): Promise<void>;
}

export interface MailerOptions {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. */
  readonly smtpUrl: string;
  /** `Adgate <no-reply@media.example>` */
  readonly from: string;
  readonly log: Logger;
  /** Before each further attempt; default 2 and 20 seconds. */
  readonly retryAfterMs?: readonly number[];
}

const maxWaiting = 500;
const closeWithinMs = 5_000;

export function createMailer(options: MailerOptions): Mailer {
  const { smtpUrl, from, log, retryAfterMs = [2_000, 20_000] } = options;
  const transport = createTransport(
    {
      url: smtpUrl,
      pool: true,
      maxConnections: 2,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  const waiting = new Set<Promise<void>>();
  const closing = new AbortController();

  async function send({ headers, ...mail }: Mail): Promise<void> {
    await transport.sendMail({ ...mail, ...(headers && { headers: { ...headers } }) });
  }

  async function deliver(write: () => Promise<Mail | null>): Promise<void> {
    const mail = await write();
    if (!mail) return;
    for (const pauseMs of [...retryAfterMs, null]) {
      try {
        await send(mail);
        return;
      } catch (error) {
        if (pauseMs === null) throw error;
        await pause(pauseMs, undefined, { signal: closing.signal });
      }
    }
  }

  return {
    send,
    async verify() {
      await transport.verify();
    },
    enqueue(write) {
      if (waiting.size >= maxWaiting)
        throw new AppError('SERVICE_UNAVAILABLE', 'too many mails wait to be sent', {
          retryAfterSeconds: 60,
        });
      const delivery = deliver(write)
        .catch((error: unknown) => {
          // Only the error's message: the error may hold parts of the mail.
          log.error({ reason: String(error) }, 'a mail was not sent');
        })
        .finally(() => waiting.delete(delivery));
      waiting.add(delivery);
    },
    async close() {
      await Promise.race([Promise.all(waiting), pause(closeWithinMs, undefined, { ref: false })]);
      closing.abort();
      transport.close();
    },
  };
}
