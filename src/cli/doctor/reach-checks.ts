import type { Config } from '../../config';
import { createMailer } from '../../platform/mail/mailer';
import { createLog } from '../../platform/process/log';
import { isRecord } from '../../record';
import { type Finding, ok, problem, warning } from '../../platform/findings/finding';

const timeoutMs = 5_000;

/** Asks the servers that the settings name whether they answer. */
export async function checkReach(config: Config): Promise<readonly Finding[]> {
  return Promise.all([
    ...(config.publicUrl === null ? [] : [checkPublicUrl(config.publicUrl)]),
    checkMail(config),
  ]);
}

async function checkPublicUrl(publicUrl: string): Promise<Finding> {
  const check = 'public URL answers';
  const remedy = 'start a gateway; let its name, firewall and proxy lead there';
  try {
    const response = await fetch(`${publicUrl}/health`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body: unknown = await response.json().catch(() => null);
    if (isRecord(body) && typeof body.status === 'string')
      return response.ok
        ? ok(check, `a gateway that is ${body.status}`)
        : warning(check, `a gateway that is ${body.status}`, 'adgate doctor, when it has started');
    return warning(
      check,
      `${publicUrl}/health answers ${response.status}, no gateway does`,
      remedy,
    );
  } catch (error) {
    return warning(check, `from here ${publicUrl} cannot be reached: ${reasonOf(error)}`, remedy);
  }
}

async function checkMail({ mail }: Config): Promise<Finding> {
  const check = 'mail';
  if (mail === null)
    return warning(
      check,
      'nobody can reset a password, and changes of addresses are not told',
      'ADGATE_SMTP_URL=smtps://… ADGATE_MAIL_FROM=…',
    );
  const mailer = createMailer({ ...mail, log: createLog('silent') });
  try {
    await mailer.verify();
    return ok(check, `the server takes mail from ${mail.from}`);
  } catch (error) {
    return problem(
      check,
      `the mail server does not let us in: ${reasonOf(error)}`,
      'ADGATE_SMTP_URL=smtps://user:password@host:465',
    );
  } finally {
    await mailer.close();
  }
}

/** `fetch` hides the system's reason in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}
