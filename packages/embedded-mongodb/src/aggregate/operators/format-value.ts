import { Decimal128, ObjectId } from 'bson';
import { asDouble, isInteger } from '../../bson/arithmetic';
import { isNumeric, typeName } from '../../bson/types';
import type { Value } from '../../bson/values';
import { mongoError } from '../../errors';
import { formatDate, isoFormat } from './date-text';

/** A number, date, boolean, string or ObjectId as `$toString` writes it. */
export function formatValue(value: Value): string {
  if (value instanceof Date) return formatDate(value, isoFormat);
  if (value instanceof ObjectId) return value.toHexString();
  if (value instanceof Decimal128) return value.toString();
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  if (isInteger(value)) return String(value);
  if (isNumeric(value)) return formatDouble(asDouble(value));
  const message = `Unsupported conversion from ${typeName(value)} to string in $convert with no onError value`;
  throw mongoError('ConversionFailure', message);
}

/** As C's `%.16g`. */
function formatDouble(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [mantissa = '', exponent = ''] = value.toExponential(15).split('e');
  const isPlain = Number(exponent) >= -4 && Number(exponent) < 16;
  if (isPlain) return withoutZeros(value.toFixed(15 - Number(exponent)));
  return `${withoutZeros(mantissa)}e${exponent.replace(/^(.)(\d)$/, '$10$2')}`;
}

const withoutZeros = (text: string): string => text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
