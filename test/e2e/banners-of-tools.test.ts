import { it } from '@jest/globals';
import { bannersByTool } from './banners/by-tool';
import { expectShown } from './banners/shown';

it.each(bannersByTool)('shows what the maker of a banner sees: $kind', expectShown);
