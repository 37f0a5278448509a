import { Decimal128, ObjectId } from 'bson';
import { asDouble, isInteger } from '../../bson/arithmetic';
import { isNumeric, typeName } from '../../bson/types';
import type { Value } from '../../bson/values';
import { mongoError } from '../../errors';

/** A number, date, boolean, string or ObjectId as `$toString` writes it. */
export function formatValue(value: Value): string {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof ObjectId) return value.toHexString();
  if (value instanceof Decimal128) return value.toString();
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  if (isInteger(value)) return String(value);
  if (isNumeric(value)) return formatDouble(asDouble(value));
  const message = `Unsupported conversion from ${typeName(value)} to string in $convert with no onError value`;
  throw mongoError('ConversionFailure', message);
}

function formatDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  return Object.is(value, -0) ? '-0' : String(value).replace(/e([+-])(\d)$/, 'e$10$2');
}
