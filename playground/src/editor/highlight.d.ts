declare module "*/docs/highlight/assize.js" {
  const grammar: () => { readonly contains: readonly unknown[] };
  export default grammar;
}
