import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { isRecord } from '../../record';
import { CommandError } from '../command';
import type { DocumentFileSummary } from './document-file';
import { systemErrorCode } from '../system-error';

const { EJSON, deserialize, serialize } = mongoose.mongo.BSON;

/** A BSON document as canonical Extended JSON, which keeps every type: int32 `{ "$numberInt": "2" }`. */
export type ExactJson = Readonly<Record<string, unknown>>;

/** One collection of an export. */
export interface CollectionEntry extends DocumentFileSummary {
  readonly name: string;
  /** In the export's folder. */
  readonly file: string;
  /** As `create` takes them. */
  readonly options: ExactJson;
  /** As `createIndexes` takes them, without the one on `_id` that every collection has. */
  readonly indexes: readonly ExactJson[];
}

/** The facts of a backup, beyond those of an export. */
export interface BackupFacts {
  /** The moment that all files show, ISO 8601. */
  readonly takenAt: string;
  /** The version of the program that made it. */
  readonly program: string;
  /** The number of the last migration that the database has seen. */
  readonly form: number;
}

/** The contents of an export. */
export interface Manifest {
  readonly format: typeof manifestFormat;
  readonly database: string;
  /** ISO 8601. */
  readonly exportedAt: string;
  readonly collections: readonly CollectionEntry[];
  /** Only a backup has it. */
  readonly backup?: BackupFacts;
}

export const manifestFormat = 1;
export const manifestName = 'manifest.json';

/**
 * A BSON document as JSON that gives the same bytes again.
 *
 * @throws {CommandError} where JSON cannot, because a name that is a number would change its place
 */
export function exactJsonOf(raw: Uint8Array, what: string): ExactJson {
  const document = deserialize(raw, { promoteValues: false, bsonRegExp: true });
  const json: ExactJson = EJSON.serialize(document, { relaxed: false });
  if (Buffer.compare(serialize(fromExactJson(json)), raw) !== 0)
    throw new CommandError(`${what} cannot be exported: its members would change their order`);
  return json;
}

export function fromExactJson(json: ExactJson): mongoose.mongo.Document {
  // EJSON takes what JSON.parse gives and makes a document of a document.
  return EJSON.deserialize(json, { relaxed: false }) as mongoose.mongo.Document;
}

/** Writes the manifest, with a SHA-256 of itself, and waits until it is on the disk. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const sealed = { ...manifest, sha256: sha256Of(manifest) };
  const text = `${JSON.stringify(sealed, null, 2)}\n`;
  await writeFile(join(folder, manifestName), text, { flag: 'wx', mode: 0o600, flush: true });
}

/** @throws {CommandError} when the folder has no whole manifest of a format that this version reads */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch((error: unknown) => {
    const code = systemErrorCode(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    throw new CommandError(
      `${folder} is no export, or one that was interrupted: it has no ${manifestName}`,
      1,
      { cause: error },
    );
  });
  const value = parseJson(text);
  if (isRecord(value) && Number.isInteger(value['format']) && value['format'] !== manifestFormat)
    throw new CommandError(
      `the export has format ${String(value['format'])}, this version reads ${manifestFormat}: use the adgate that made it`,
    );
  const { sha256, ...manifest } = isRecord(value) ? value : {};
  if (sha256 !== sha256Of(manifest) || !isManifest(manifest))
    throw new CommandError(`${manifestName} is damaged: take another copy of the export`);
  return manifest;
}

function sha256Of(manifest: object): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isManifest(value: unknown): value is Manifest {
  return (
    isRecord(value) &&
    value['format'] === manifestFormat &&
    typeof value['database'] === 'string' &&
    typeof value['exportedAt'] === 'string' &&
    Array.isArray(value['collections']) &&
    value['collections'].every(isCollectionEntry) &&
    (value['backup'] === undefined || isBackupFacts(value['backup']))
  );
}

function isBackupFacts(value: unknown): value is BackupFacts {
  return (
    isRecord(value) &&
    typeof value['takenAt'] === 'string' &&
    typeof value['program'] === 'string' &&
    isCount(value['form'])
  );
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
const matches = (value: unknown, pattern: RegExp) =>
  typeof value === 'string' && pattern.test(value);

function isCollectionEntry(value: unknown): value is CollectionEntry {
  return (
    isRecord(value) &&
    matches(value['name'], /^[^$\0]+$/) &&
    // A bare name: a manifest from elsewhere reads nothing outside of its folder.
    matches(value['file'], /^[\w-][\w.-]*$/) &&
    matches(value['sha256'], /^[0-9a-f]{64}$/) &&
    isCount(value['documents']) &&
    isCount(value['bytes']) &&
    isRecord(value['options']) &&
    Array.isArray(value['indexes']) &&
    value['indexes'].every(isRecord)
  );
}
