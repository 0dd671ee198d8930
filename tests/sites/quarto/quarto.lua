-- What Quarto does with a document's shortcodes, for pandoc alone, which runs the extension's Lua as Quarto's own pandoc
-- does. Written from Quarto's documentation.
local here = PANDOC_SCRIPT_FILE:gsub('[^/]*$', '') .. '_extensions/fovea/'
local head = ''

local function is_format(name)
  return name == 'html:js' and (FORMAT:match('^html') ~= nil or FORMAT == 'revealjs')
end

local function copy(from, to)
  local file = io.open(here .. from, 'rb')
  local copied = file and io.open(to, 'wb')
  if copied then
    copied:write(file:read('a'))
    copied:close()
  end
end

-- Copies the files to where the page finds them, and adds the scripts to its head.
local function add_html_dependency(dependency)
  local folder = dependency.name .. '-' .. dependency.version
  os.execute('mkdir -p built/' .. folder)
  for _, script in ipairs(dependency.scripts) do
    copy(script.path, 'built/' .. folder .. '/' .. script.path)
    head = head .. '<script'
    for name, value in pairs(script.attribs) do head = head .. ' ' .. name .. '="' .. value .. '"' end
    head = head .. ' src="' .. folder .. '/' .. script.path .. '"></script>'
  end
  for _, resource in ipairs(dependency.resources) do copy(resource.path, 'built/' .. folder .. '/' .. resource.name) end
end

quarto = {
  doc = { is_format = is_format, add_html_dependency = add_html_dependency },
  utils = { resolve_path = function(path) return here .. path end },
}

local shortcodes = dofile(here .. 'fovea.lua')

-- A shortcode that is a paragraph of its own.
function Para(para)
  local name, rest = pandoc.utils.stringify(para):match('^{{<%s*(%S+)%s+(.-)%s*>}}$')
  if not name then return nil end
  local given = {}
  for key, value in rest:gmatch('([%w-]+)="([^"]*)"') do given[key] = { pandoc.Str(value) } end
  return shortcodes[name]({}, given)
end

function Meta(meta)
  meta['header-includes'] = { pandoc.RawInline('html', head) }
  return meta
end
