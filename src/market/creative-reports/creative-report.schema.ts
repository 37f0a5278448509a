import type { JsonSchema } from '../../json-schema';
import { readablePattern } from '../../validation';
import { maxCommentLength } from './creative-report';
import { hashPattern } from './creative-report.service';

/** Members of a report of a creative. */
export const creativeReportSchemas = {
  hash: { pattern: hashPattern },
  comment: { maxLength: maxCommentLength, pattern: readablePattern },
} as const satisfies Readonly<Record<string, JsonSchema>>;
