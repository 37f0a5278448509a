import type { Client } from '../../identity/oauth/clients/client';

/** A client as `--json` prints it. */
export function toClientJson(client: Client) {
  return {
    id: client.id,
    name: client.name,
    ownerId: client.ownerId,
    isPublic: !client.isConfidential,
    redirectUris: client.redirectUris,
    scopes: client.scopes,
    createdAt: client.createdAt.toISOString(),
  };
}

/** The items of a list that is written with blanks or commas between them. */
export function readList(text: string | null, separator: RegExp): readonly string[] {
  return (text ?? '').split(separator).filter((item) => item !== '');
}
