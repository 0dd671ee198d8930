// Files of tests share what they import, and a document: each begins with a body that nothing has drawn into.
if (typeof document !== 'undefined') document.body.replaceWith(document.createElement('body'));

export {};
