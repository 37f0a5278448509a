import { GraphQLError, GraphQLScalarType } from 'graphql';
import Upload from 'graphql-upload/Upload.mjs';

const refuse = (): never => {
  throw new GraphQLError('a file is sent as a part of a multipart request');
};

/** Files on the wire; resolvers get a promise of what was received. */
export const UploadScalar = new GraphQLScalarType<unknown, never>({
  name: 'Upload',
  description:
    'A file, sent beside the operation as the GraphQL multipart request specification says: one a request, at most 8 MiB, with a token that allows the operation and a header `Apollo-Require-Preflight`.',
  serialize: refuse,
  parseValue: (value) => (value instanceof Upload ? value.promise : refuse()),
  parseLiteral: refuse,
});
