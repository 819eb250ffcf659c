/** House rules that no published plugin knows. */

// `left-1/2` with a centring translate is as physical as the rest: use `inset-x-0 mx-auto` or `start-1/2`.
export const PHYSICAL =
  /(?:^|[\s:!-])(?:(?:-?(?:ml|mr|pl|pr|left|right|scroll-m[lr]|scroll-p[lr]|border-[lr]|rounded-(?:[lr]|tl|tr|bl|br))-[\w[\]./%()-]+)|text-(?:left|right)|float-(?:left|right)|clear-(?:left|right)|border-[lr]|rounded-[lr])(?=$|\s)/;

export default {
  rules: {
    'logical-properties': {
      meta: {
        type: 'problem',
        schema: [],
        messages: { physical: 'Physical class "{{name}}": use ms/me/ps/pe/start/end so that the page mirrors.' },
      },
      create(context) {
        const check = (node, text) => {
          const match = PHYSICAL.exec(text);
          if (match) context.report({ node, messageId: 'physical', data: { name: match[0].trim() } });
        };
        return {
          Literal: (node) =>
            typeof node.value === 'string' && node.parent.type !== 'ImportDeclaration' && check(node, node.value),
          TemplateElement: (node) => check(node, node.value.raw),
        };
      },
    },
    'feature-boundaries': {
      meta: {
        type: 'problem',
        schema: [],
        messages: { crossing: 'A feature never imports another: compose them in app/routes.' },
      },
      create(context) {
        const own = /\/src\/features\/([^/]+)\//.exec(context.filename)?.[1];
        if (!own) return {};
        const check = (node) => {
          const other = /^@\/features\/([^/]+)/.exec(String(node.source?.value ?? ''))?.[1];
          if (other && other !== own) context.report({ node, messageId: 'crossing' });
        };
        return {
          ImportDeclaration: check,
          ImportExpression: check,
          ExportNamedDeclaration: check,
          ExportAllDeclaration: check,
        };
      },
    },
  },
};
