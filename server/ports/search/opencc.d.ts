declare module "opencc-js/dict/TSCharacters" {
  /** pairs "traditional simplified", separated by "|" */
  const characters: string
  export default characters
}
