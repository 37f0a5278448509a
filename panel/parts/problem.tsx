import { Alert, Button } from '@mantine/core';
import { RequestError } from '../graphql/request';
import { problemInLanguage } from '../texts/server-words';
import { language, t } from '../texts/texts';

/** Why something has not worked, in words for who wanted it; nothing without an error. */
export function Problem({
  error,
  onRetry,
}: {
  readonly error: Error | null;
  readonly onRetry?: () => void;
}) {
  if (error === null || isOfSession(error)) return null;
  return (
    <Alert color="red" role="alert" mb="md" title={t('common.thisHasNotWorked')}>
      {describeError(error)}
      {onRetry === undefined ? null : (
        <Button variant="default" size="xs" mt="xs" display="block" onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
      )}
    </Alert>
  );
}

/** There is a dialog for it. */
const isOfSession = (error: Error) =>
  error instanceof RequestError && error.code === 'UNAUTHENTICATED';

/** The words of an error, in the person’s language where they are known: every bad field, or what is wrong with the whole. */
export function describeError(error: Error): string {
  if (!(error instanceof RequestError)) return error.message;
  // A problem of the whole has no field; the message has it.
  const fields = Object.entries(error.fields).flatMap(([field, problems]) =>
    field === '' ? [] : describeField(field, problems.map(problemInLanguage).join(', ')),
  );
  if (fields.length > 0) return `${fields.join('; ')}.`;
  if (error.code === 'INTERNAL_SERVER_ERROR') return t('common.theServerHasAProblem');
  if (error.code === 'SERVICE_UNAVAILABLE') return t('common.theServerIsBusyTry');
  return describeMessage(error);
}

/** A problem of the thing itself needs no name of a field: nobody has typed the id. */
const describeField = (field: string, said: string): string =>
  field === 'id' ? withCapital(said) : `${field} ${said}`;

/** The server’s own message says most. In another language its code has to do, where nothing better is known. */
function describeMessage({ code, message }: RequestError): string {
  // No server has said it: the words are the panel's own.
  if (code === 'NETWORK') return message;
  const said = problemInLanguage(message);
  if (language === 'en' || said !== message) return sentence(said);
  return messages[code] ?? t('common.theServerSays', { message });
}

const messages: Readonly<Record<string, string>> = {
  NOT_FOUND: t('common.isNotThere'),
  FORBIDDEN: t('common.isNotAllowed'),
  TOO_MANY_REQUESTS: t('common.isTooOften'),
};

/** The server's messages have no capital and no full stop. */
export function sentence(message: string): string {
  const text = withCapital(message);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

const withCapital = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1);
