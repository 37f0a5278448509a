import {
  createWindowLimiter,
  type WindowLimiter,
  type WindowLimiterOptions,
} from '../../platform/limits/window-limiter';
import { minuteMs } from '../../time';

/** As often as somebody changes a bid. */
const perAccount = { name: 'forecasts', most: 30, windowMs: minuteMs };

/** Bounds how many forecasts one account asks for. */
export const createForecastLimiter = (options: WindowLimiterOptions): WindowLimiter =>
  createWindowLimiter(options, perAccount);
