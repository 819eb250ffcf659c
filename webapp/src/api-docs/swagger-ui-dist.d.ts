/** The part of Swagger UI that is used here; the package has no types of its own. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  export default function SwaggerUI(options: {
    url: string;
    dom_id: `#${string}`;
    deepLinking?: boolean;
    docExpansion?: 'list' | 'full' | 'none';
    filter?: boolean;
    defaultModelsExpandDepth?: number;
    displayRequestDuration?: boolean;
    persistAuthorization?: boolean;
    validatorUrl?: string | null;
  }): void;
}
