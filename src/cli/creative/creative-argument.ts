import { readIdOf } from '../option-text';

export const creativeArgument = {
  name: 'id',
  description: 'id of the creative',
  read: readIdOf('a creative'),
} as const;
