export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  [keyword: string]: unknown;
};

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required: boolean;
  description?: string;
  schema: JsonSchema;
};

type MediaContent = Record<string, { schema: JsonSchema; example?: unknown }>;

export type Response = {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content?: MediaContent;
};

export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: MediaContent };
  responses: Record<string, Response>;
};

export type Method = 'get' | 'head' | 'options' | 'post' | 'put' | 'patch' | 'delete';

export type OpenApiDocument = {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Partial<Record<Method, Operation>>>;
  components: {
    schemas: Record<string, JsonSchema>;
    securitySchemes: Record<
      string,
      { description: string } & (
        | { type: 'apiKey'; in: 'header' | 'cookie'; name: string }
        | { type: 'http'; scheme: 'bearer' }
      )
    >;
  };
};
